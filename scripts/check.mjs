import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Format, lint, types, unused exports, import law: all of them, also after one has failed. */
const checks = [
  ['biome', 'check', '.'],
  ['tsc', '--noEmit'],
  ['knip', '--no-progress'],
  ['node', '--test', '--test-reporter=dot', 'test/layers.test.ts', 'test/doors.test.ts'],
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Tools keep their caches here instead of in the home folder. */
const env = { ...process.env, XDG_CACHE_HOME: join(root, 'node_modules/.cache') };

const failed = checks.filter(([program, ...args]) => {
  const { status } = spawnSync(join(root, 'node_modules/.bin', program), args, { cwd: root, env, stdio: 'inherit' });
  return status !== 0;
});
process.exitCode = failed.length > 0 ? 1 : 0;
