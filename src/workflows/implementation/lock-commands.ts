import type { Argv } from '../../frameworks/framework.ts';

/** By what installs from a lock file, what writes that anew and runs no script of a package. */
const commands: readonly (readonly [installs: RegExp, writes: Argv])[] = [
  [/^npm ci\b/, ['npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']],
  [/^pnpm install --frozen-lockfile$/, ['pnpm', 'install', '--lockfile-only', '--ignore-scripts']],
  [/^yarn install --immutable$/, ['yarn', 'install', '--mode=update-lockfile']],
  [/^bun install --frozen-lockfile$/, ['bun', 'install', '--lockfile-only', '--ignore-scripts']],
  [/^uv sync --frozen$/, ['uv', 'lock']],
  [/^poetry install /, ['poetry', 'lock', '--no-interaction']],
  [/^pdm sync$/, ['pdm', 'lock', '--update-reuse']],
  [/^cargo fetch --locked$/, ['cargo', 'fetch']],
];

/** Null where a command has nothing to do with a lock file, or nobody knows how it is written. */
export function lockCommandFor(argv: Argv): Argv | null {
  const line = argv.join(' ');
  return commands.find(([installs]) => installs.test(line))?.[1] ?? null;
}
