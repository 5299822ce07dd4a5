/** Trouble that we can explain. Its code is stable; its message says what, where and what to do. */
export class AgentOsError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AgentOsError';
    this.code = code;
  }
}
