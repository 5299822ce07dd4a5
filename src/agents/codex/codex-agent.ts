import type { Launch } from '../../providers/agent-cli/agent-cli.ts';
import { codexIsolation, codexProvider, setCodex, tokenVariable } from '../../providers/codex-cli/hermetic.ts';
import { codexProgram } from '../../providers/codex-cli/program.ts';
import type { CodingCli, WorkSetting } from '../cli/coding-cli.ts';
import { describeCodexEvent } from './describe-event.ts';
import { readCodexWork } from './read-work.ts';

/** Codex, with its shell and its patches. */
export const codexAgent: CodingCli = {
  ...codexProgram,
  // It asks once for each turn, and counts none.
  requestsPerTurn: 1,
  makeLaunch,
  readReply: readCodexWork,
  describeEvent: describeCodexEvent,
};

function makeLaunch({ model, job, home, access, isConfined }: WorkSetting): Launch {
  return {
    args: [
      ...['exec', '--json', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      // Its own sandbox takes the same means as ours, and cannot be made inside of it.
      ...['--sandbox', isConfined ? 'danger-full-access' : 'workspace-write'],
      ...['--cd', job.worktree, '--model', model],
      ...(access.kind === 'gateway' ? codexProvider(access.origin) : []),
      ...codexIsolation,
      // Its commands see what every program of ours sees, as a login shell would not, but not the token of its run.
      ...setCodex('allow_login_shell', false),
      ...setCodex('shell_environment_policy.inherit', 'all'),
      ...setCodex('shell_environment_policy.exclude', [tokenVariable]),
      // The prompt is read from its input.
      '-',
    ],
    environment:
      access.kind === 'gateway'
        ? { CODEX_HOME: home.dir, [tokenVariable]: access.token }
        : { CODEX_HOME: access.folder },
    // Arguments can be seen by everybody on the machine.
    input: `${job.rules}\n\n${job.instructions}`,
  };
}
