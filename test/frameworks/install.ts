import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../workspace.ts';

/** The frameworks that are tested as they are, each pinned; 95 MB. Who has no registry does without. */
const packages = ['vitest@5.1.0', '@vitest/coverage-v8@5.1.0', 'jest@30.5.2'];

/** Ignores itself. */
const frameworksDir = join(projectDir, '.frameworks-under-test');
const modulesDir = join(frameworksDir, 'node_modules');
/** Written once all of it is there. */
const listFile = join(frameworksDir, 'installed');

/** A framework that is installed here, if that could be done: its program. */
export function findInstalled(name: string): string {
  if (!existsSync(listFile)) install();
  return join(modulesDir, '.bin', name);
}

/** A command that installs them in the folder where it is run, without asking anybody. */
export const copyInstalled = `cp -al '${modulesDir}' . 2>/dev/null || cp -a '${modulesDir}' .`;

function install(): void {
  mkdirSync(frameworksDir, { recursive: true });
  writeFileSync(join(frameworksDir, '.gitignore'), '*\n');
  writeFileSync(join(frameworksDir, 'package.json'), '{\n  "private": true\n}\n');
  const cache = join(frameworksDir, 'cache');
  const plain = [
    '--no-audit',
    '--no-fund',
    '--no-save',
    '--no-package-lock',
    '--ignore-scripts',
    '--no-update-notifier',
  ];
  const { status, stderr } = spawnSync('npm', ['install', ...plain, '--cache', cache, ...packages], {
    cwd: frameworksDir,
    encoding: 'utf8',
    timeout: 300_000,
  });
  rmSync(cache, { recursive: true, force: true });
  if (status === 0) writeFileSync(listFile, packages.join('\n'));
  else process.stderr.write(`frameworks were not installed: ${stderr.slice(-2000)}\n`);
}
