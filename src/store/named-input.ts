import { resolve } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { resolveInput } from './input-file.ts';
import { readTextFile } from './text-file.ts';

const largestFile = 16 * 1024 * 1024;

/** The text of a file of the repository that a spec or a script names. Whatever is wrong with it, it is this file. */
export function readNamedInput(repoDir: string, path: string): string {
  try {
    return readTextFile(resolveInput(resolve(repoDir, path), [repoDir]), largestFile).text;
  } catch (error) {
    if (error instanceof AgentOsError) throw new AgentOsError(error.code, `${path} ${error.message}`, { cause: error });
    throw error;
  }
}
