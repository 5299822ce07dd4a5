import type { RoleSpec } from '../../config/credential-selection.ts';
import { basicEnvironment } from '../../config/environment.ts';
import { AgentOsError } from '../../model/errors.ts';
import { schemeOf } from '../../model/spec.ts';
import { showSafely } from '../../model/text.ts';

/** A program that is not there is told before anything starts: throws `PROGRAM_MISSING`. */
export async function checkPrograms(repoDir: string, roles: readonly RoleSpec[]): Promise<void> {
  const running = roles.filter(({ spec }) =>
    ['claude-cli', 'codex-cli', 'command', 'acp'].includes(schemeOf(spec) ?? ''),
  );
  if (running.length === 0) return;
  const { describeMissingProgram } = await import('../../providers/missing-program.ts');
  const path = basicEnvironment()['PATH'] ?? '';
  for (const { role, spec } of running) {
    // An agent of somebody else's making is a command, too.
    const command = schemeOf(spec) === 'acp' ? spec.replace('acp:', 'command:') : spec;
    const missing = describeMissingProgram(command, path, repoDir);
    if (missing !== null) throw new AgentOsError('PROGRAM_MISSING', showSafely(`${role} ${spec}: ${missing}`));
  }
}
