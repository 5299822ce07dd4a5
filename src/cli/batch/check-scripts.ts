import { resolve } from 'node:path';
import type { RoleSpec } from '../../config/credential-selection.ts';
import { AgentOsError } from '../../model/errors.ts';
import { resolveInput } from '../../store/input-file.ts';
import { readTextFile } from '../../store/text-file.ts';

const scheme = 'scripted:';
const largestScript = 16 * 1024 * 1024;

/** A script that cannot be played is told before anything starts. */
export async function checkScripts(repoDir: string, roles: readonly RoleSpec[]): Promise<void> {
  const scripted = roles.filter(({ spec }) => spec.startsWith(scheme));
  if (scripted.length === 0) return;
  const [{ parseScript }, { parseAgentScript }] = await Promise.all([
    import('../../providers/scripted/script.ts'),
    import('../../agents/scripted/agent-script.ts'),
  ]);
  for (const { role, spec } of scripted) {
    const path = spec.slice(scheme.length);
    const parse = role === 'agent' ? parseAgentScript : parseScript;
    parse(readScript(repoDir, path), path);
  }
}

function readScript(repoDir: string, path: string): string {
  try {
    return readTextFile(resolveInput(resolve(repoDir, path), [repoDir]), largestScript).text;
  } catch (error) {
    if (error instanceof AgentOsError)
      throw new AgentOsError('SCRIPT_INVALID', `${path} ${error.message}`, { cause: error });
    throw error;
  }
}
