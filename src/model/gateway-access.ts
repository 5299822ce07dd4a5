/** Who may ask models: for text, or as an agent that works in a worktree. */
export type AskingRole = 'drafter' | 'reviewer' | 'agent';

/** Where a worker asks models, and as whom: plain data, because it crosses a process. */
export interface GatewayAccess {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Worth nothing for another task or another role, nor after the task's end; still nobody's business to print. */
  readonly tokens: Readonly<Record<AskingRole, string>>;
}
