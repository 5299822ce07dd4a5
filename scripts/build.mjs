import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const { describeRuntime } = createRequire(import.meta.url)('../bin/compile-cache.cjs');

if (!process.argv.includes('--if-stale') || isStale()) {
  rmSync(dist, { recursive: true, force: true });
  await bundle();
  makeCompileCache();
}

function isStale() {
  const built = statSync(join(dist, 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['src', 'bin', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  return [...sources, join(root, 'package.json')].some((path) => statSync(path).mtimeMs > built);
}

async function bundle() {
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'src/cli/main.ts', worker: 'src/worker/main.ts', index: 'src/index.ts' },
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'external',
    logLevel: 'warning',
    // The ESM build: its CommonJS one would need `require` in every chunk.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
  });
}

/** Loads every chunk once, so that no later start finds one that it would have to compile and store. */
function makeCompileCache() {
  const directory = join(dist, 'compile-cache');
  mkdirSync(directory);
  writeFileSync(join(directory, 'runtime.json'), describeRuntime());
  const chunks = readdirSync(dist).filter((name) => name.endsWith('.js') && name !== 'worker.js');
  const urls = chunks.map((name) => pathToFileURL(join(dist, name)).href);
  const script = [
    `require('node:module').enableCompileCache({ directory: ${JSON.stringify(directory)}, portable: true });`,
    `require(${JSON.stringify(join(root, 'bin/start.cjs'))});`,
    `Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));`,
  ].join('\n');
  execFileSync(process.execPath, ['-e', script], { stdio: 'inherit' });
  if (!existsSync(directory)) throw new Error('the compile cache was not written');
}
