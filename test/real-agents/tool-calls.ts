import { join } from 'node:path';
import type { CodingCli } from '../../src/agents/cli/coding-cli.ts';
import type { AnswerRequest, MadeAnswer } from '../../src/simulator/setup.ts';

/** What a model wants to have done, however its agent's tools are called. */
export type Wish =
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'run'; readonly command: string };

/** Answers with one wish after the other, and then with words. Contract: paths are relative to the worktree. */
export function answerWith(
  cli: CodingCli,
  worktree: () => string,
  wishes: readonly Wish[],
): (request: AnswerRequest) => MadeAnswer {
  return ({ toolResults }) => {
    const wish = wishes[toolResults.length];
    if (wish === undefined) return 'All done.';
    return cli.provider === 'anthropic' ? callClaude(wish, worktree()) : callCodex(wish);
  };
}

function callClaude(wish: Wish, worktree: string): MadeAnswer {
  const [name, input] =
    wish.kind === 'write'
      ? ['Write', { file_path: join(worktree, wish.path), content: wish.text }]
      : ['Bash', { command: wish.command }];
  return { text: JSON.stringify(input), about: wish.kind, tool: { name, kind: 'function' } };
}

function callCodex(wish: Wish): MadeAnswer {
  if (wish.kind === 'run') {
    const text = JSON.stringify({ cmd: wish.command, yield_time_ms: 30_000 });
    return { text, about: wish.kind, tool: { name: 'exec_command', kind: 'function' } };
  }
  const lines = wish.text.trimEnd().split('\n');
  const text = ['*** Begin Patch', `*** Add File: ${wish.path}`, ...lines.map((line) => `+${line}`), '*** End Patch'];
  return { text: `${text.join('\n')}\n`, about: wish.kind, tool: { name: 'apply_patch', kind: 'custom' } };
}
