import type { Launch } from '../../providers/agent-cli/agent-cli.ts';
import { claudeEnvironment, claudeIsolation } from '../../providers/claude-cli/hermetic.ts';
import { claudeProgram } from '../../providers/claude-cli/program.ts';
import type { CodingCli, ModelAccess, WorkSetting } from '../cli/coding-cli.ts';
import { describeClaudeEvent } from './describe-event.ts';
import { readClaudeWork } from './read-work.ts';

/** Claude Code, with the tools that change and look at files, and a shell. */
export const claudeAgent: CodingCli = {
  ...claudeProgram,
  // It counts its turns itself, and asks besides for summaries and for how long a text is.
  requestsPerTurn: 3,
  makeLaunch,
  readReply: readClaudeWork,
  describeEvent: describeClaudeEvent,
};

/** Nothing that asks somebody, goes to the network or starts other agents. */
const tools = ['Bash', 'Edit', 'Glob', 'Grep', 'NotebookEdit', 'Read', 'TodoWrite', 'Write'];

function makeLaunch({ model, job, home, access, isConfined }: WorkSetting): Launch {
  const message = { role: 'user', content: [{ type: 'text', text: job.instructions }] };
  return {
    args: [
      '--print',
      ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      ...['--model', model, '--append-system-prompt-file', home.write('rules.md', job.rules)],
      ...['--max-turns', String(job.limits.maxTurns)],
      ...claudeIsolation,
      ...['--tools', tools.join(','), '--add-dir', home.temporaryDir],
      ...['--settings', JSON.stringify({ permissions: makePermissions(job.testCommand, isConfined) })],
    ],
    environment: {
      ...claudeEnvironment,
      ...makeAccess(access, home.dir),
      // Side requests would go to another model, which the task may not use.
      ANTHROPIC_SMALL_FAST_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      // What it starts in the background would outlive its turn, and nobody would wait for it.
      CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
    },
    input: `${JSON.stringify({ type: 'user', message })}\n`,
  };
}

function makeAccess(access: ModelAccess, ownFolder: string): Record<string, string> {
  if (access.kind === 'login') return { CLAUDE_CONFIG_DIR: access.folder };
  return { CLAUDE_CONFIG_DIR: ownFolder, ANTHROPIC_BASE_URL: access.origin, ANTHROPIC_API_KEY: access.token };
}

/** A line that a rule can hold as it is. */
const plainCommand = /^[\w ./:=@+-]+$/;

/** Paths are relative to where it works. Unconfined, a shell may run the tests, and what is known only to read. */
function makePermissions(testCommand: string, isConfined: boolean): { readonly allow: readonly string[] } {
  const files = ['Read', 'Edit(./**)'];
  if (isConfined) return { allow: [...files, 'Bash'] };
  return { allow: plainCommand.test(testCommand) ? [...files, `Bash(${testCommand}:*)`] : files };
}
