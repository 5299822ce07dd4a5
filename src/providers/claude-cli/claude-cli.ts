import { dirname } from 'node:path';
import type { AgentCli, Launch, LaunchSetting } from '../agent-cli/agent-cli.ts';
import type { Prompt } from '../prompt.ts';
import { claudeEnvironment, claudeIsolation } from './hermetic.ts';
import { claudeProgram } from './program.ts';
import { readClaudeResult } from './read-result.ts';

/** Claude Code, without its tools. */
export const claudeCli: AgentCli = {
  ...claudeProgram,
  makeLaunch,
  readReply: readClaudeResult,
};

/** One for the answer, and one for a model that has to be reminded of its form. */
const maxTurns = 2;

/** A prompt can name files by `@path`, and they would be read even without tools. */
const noReading = JSON.stringify({ permissions: { deny: ['Read', 'Read(//**)'] } });

function makeLaunch({ model, prompt, home, origin, token }: LaunchSetting): Launch {
  const system = home.write('system.md', prompt.system);
  return {
    args: [
      '--print',
      ...['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
      ...['--model', model, '--system-prompt-file', system],
      ...['--json-schema', JSON.stringify(prompt.format.schema), '--max-turns', String(maxTurns)],
      ...claudeIsolation,
      ...['--settings', noReading, '--tools', ''],
    ],
    environment: {
      ...claudeEnvironment,
      CLAUDE_CONFIG_DIR: home.dir,
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: token,
      // It asks git where it is.
      GIT_CEILING_DIRECTORIES: dirname(home.emptyDir),
    },
    input: `${JSON.stringify({ type: 'user', message: { role: 'user', content: makeContent(prompt) } })}\n`,
  };
}

const kept = { cache_control: { type: 'ephemeral' } };

/** Four marks are allowed, and three are its own: ours is where the context ends. */
function makeContent({ context, question, isRepeated }: Prompt): readonly object[] {
  const blocks = context.map((text, at) => ({
    type: 'text',
    text,
    ...(isRepeated && at === context.length - 1 ? kept : {}),
  }));
  return [...blocks, { type: 'text', text: question }];
}
