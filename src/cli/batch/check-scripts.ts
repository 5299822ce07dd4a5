import { resolve } from 'node:path';
import { AgentOsError } from '../../model/errors.ts';
import { resolveInput } from '../../store/input-file.ts';
import { readTextFile } from '../../store/text-file.ts';

const scheme = 'scripted:';
const largestScript = 16 * 1024 * 1024;

/** A script that cannot be played is told before anything starts. */
export async function checkScripts(repoDir: string, specs: readonly string[]): Promise<void> {
  const paths = specs.filter((spec) => spec.startsWith(scheme)).map((spec) => spec.slice(scheme.length));
  if (paths.length === 0) return;
  const { parseScript } = await import('../../providers/scripted/script.ts');
  for (const path of new Set(paths)) parseScript(readScript(repoDir, path), path);
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
