import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';

export interface PrefixTool {
  readonly command: string;
  readonly args: readonly string[];
  readonly prefixOf: (task: number) => string;
}

/** From the registry, into the folder of the measurement; null if that fails. */
export function installConcurrently(folder: string, files: readonly string[]): PrefixTool | null {
  const install = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', 'concurrently'];
  if (spawnSync('npm', install, { stdio: 'ignore' }).status !== 0) return null;
  const bin = realpathSync(join(folder, 'node_modules', '.bin', 'concurrently'));
  const args = [bin, ...files.map((file) => `cat ${file}`)];
  return { command: process.execPath, args, prefixOf: (task) => `[${task}] ` };
}

/** The one of the machine, else unpacked from the distribution's package into the folder; null if there is none. */
export function findGnuParallel(folder: string, files: readonly string[]): PrefixTool | null {
  const command = ['parallel', join(folder, 'usr', 'bin', 'parallel')].find(isGnuParallel) ?? unpackParallel(folder);
  if (command === null) return null;
  const args = ['--will-cite', '--tag', '--line-buffer', '--jobs', String(files.length), 'cat', ':::', ...files];
  return { command, args, prefixOf: (task) => `${files[task]}\t` };
}

function unpackParallel(folder: string): string | null {
  const unpack = 'apt-get download parallel && dpkg --extract parallel_*.deb .';
  spawnSync('sh', ['-c', unpack], { cwd: folder, stdio: 'ignore' });
  const command = join(folder, 'usr', 'bin', 'parallel');
  return isGnuParallel(command) ? command : null;
}

function isGnuParallel(command: string): boolean {
  return spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.startsWith('GNU parallel') ?? false;
}
