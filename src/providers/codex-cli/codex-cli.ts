import type { AgentCli, Launch, LaunchSetting } from '../agent-cli/agent-cli.ts';
import { joinPrompt } from '../prompt.ts';
import { codexIsolation, codexProvider, setCodex, tokenVariable, turnOff } from './hermetic.ts';
import { codexProgram } from './program.ts';
import { readCodexEvents } from './read-events.ts';

/** Codex, with as few of its tools as it can be without, and none that could change or read anything. */
export const codexCli: AgentCli = {
  ...codexProgram,
  makeLaunch,
  readReply: readCodexEvents,
};

/** Everything that acts or looks around. */
const toolsOff = ['shell_tool', 'unified_exec', 'unified_exec_tty', 'code_mode_host', 'view_image'];

function makeLaunch({ model, prompt, home, origin, token }: LaunchSetting): Launch {
  const { schema } = prompt.format;
  return {
    args: [
      ...['exec', '--json', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      ...['--sandbox', 'read-only', '--cd', home.emptyDir, '--model', model],
      ...['--output-schema', home.write('schema.json', JSON.stringify(schema))],
      ...setCodex('model_instructions_file', home.write('system.md', prompt.system)),
      ...codexProvider(origin),
      ...codexIsolation,
      ...turnOff(toolsOff),
      // A model's shortest answer is no design.
      ...setCodex('model_verbosity', 'medium'),
      ...['environment_context', 'permissions_instructions', 'apps_instructions'].flatMap((what) =>
        setCodex(`include_${what}`, false),
      ),
      // The prompt is read from its input.
      '-',
    ],
    environment: { CODEX_HOME: home.dir, [tokenVariable]: token },
    input: joinPrompt(prompt),
  };
}
