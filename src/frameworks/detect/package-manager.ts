import type { Argv } from '../framework.ts';
import { joinPath } from '../paths.ts';

export interface PackageManager {
  readonly install: readonly Argv[];
  run(script: string): Argv;
  /** The command of a script, ready for options of its own. */
  runWithOptions(script: string): Argv;
  /** What stands before a program where none are installed in a folder. */
  readonly execute: readonly string[];
}

interface KnownManager {
  readonly lock: RegExp;
  readonly install: Argv;
  readonly program: string;
}

const known: readonly KnownManager[] = [
  { lock: /^pnpm-lock\.yaml$/, install: ['pnpm', 'install', '--frozen-lockfile'], program: 'pnpm' },
  { lock: /^yarn\.lock$/, install: ['yarn', 'install', '--immutable'], program: 'yarn' },
  { lock: /^bun\.lockb?$/, install: ['bun', 'install', '--frozen-lockfile'], program: 'bun' },
  { lock: /^(?:package-lock|npm-shrinkwrap)\.json$/, install: ['npm', 'ci'], program: 'npm' },
];

/** By the lock file that lies nearest; without any, npm, which then has nothing to hold on to. */
export function findManager(paths: readonly string[], folder: string): PackageManager {
  const there = new Set(paths);
  const isPlugged = there.has('.pnp.cjs');
  for (const place of new Set([folder, ''])) {
    for (const { lock, install, program } of known) {
      if (!lockNames(lock).some((name) => there.has(joinPath(place, name)))) continue;
      return makeManager(program, [withTop(install, folder)], isPlugged);
    }
  }
  const install = there.has(joinPath(folder, 'package.json')) ? [withTop(['npm', 'install'], folder)] : [];
  return makeManager('npm', install, isPlugged);
}

/** In a part of a workspace, npm leaves out the packages of its top, where the tools are. */
function withTop(install: Argv, folder: string): Argv {
  return install[0] === 'npm' && folder !== '' ? [...install, '--include-workspace-root'] : install;
}

const everyLock = [
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'package-lock.json',
  'npm-shrinkwrap.json',
] as const;

function lockNames(lock: RegExp): string[] {
  return everyLock.filter((name) => lock.test(name));
}

function makeManager(program: string, install: readonly Argv[], isPlugged: boolean): PackageManager {
  const isNpm = program === 'npm';
  return {
    install,
    run: (script) => [program, 'run', script],
    runWithOptions: (script) => (isNpm ? [program, 'run', script, '--'] : [program, 'run', script]),
    execute: isPlugged ? ['yarn', 'exec'] : [],
  };
}
