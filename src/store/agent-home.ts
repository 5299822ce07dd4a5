import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTree } from './remove-tree.ts';
import { makeStateFolder } from './state-folder.ts';
import { explainBatchWriting } from './trouble.ts';

/** A folder that one run of a program has for itself, below the state of its batch. */
export interface AgentHome extends Disposable {
  readonly dir: string;
  /** Where temporary files belong. */
  readonly temporaryDir: string;
  /** An empty folder, the same for all: programs tell models where they are, and caches of prompts would notice. */
  readonly emptyDir: string;
  /** Puts a file into `dir`, and gives its path. */
  write(name: string, text: string): string;
}

const folderName = 'agent-homes';

/** `name` is safe in a path, and nobody else's. */
export function openAgentHome(batchDir: string, name: string): AgentHome {
  return explainBatchWriting(`a folder for a program in ${batchDir}`, () => {
    // Nobody needs it after a power cut: it is not flushed.
    const dir = join(makeStateFolder(batchDir, folderName), name);
    const temporaryDir = join(dir, 'tmp');
    mkdirSync(dir);
    mkdirSync(temporaryDir, { mode: 0o700 });
    const emptyDir = makeStateFolder(batchDir, folderName, 'empty');
    return {
      dir,
      temporaryDir,
      emptyDir,
      write: (fileName, text) => write(join(dir, fileName), text),
      [Symbol.dispose]: () => remove(dir),
    };
  });
}

function write(path: string, text: string): string {
  return explainBatchWriting(path, () => {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  });
}

/** What a batch has left. Contract: it does not run. */
export function removeAgentHomes(batchDir: string): void {
  remove(agentHomesOf(batchDir));
}

/** Where the folders of a batch's programs are. */
export function agentHomesOf(batchDir: string): string {
  return join(batchDir, folderName);
}

/** What cannot be removed now is in nobody's way, and goes with the next batch. */
function remove(folder: string): void {
  try {
    removeTree(folder);
  } catch {
    // See above.
  }
}
