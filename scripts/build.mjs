import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { makeDeclarations } from './declarations.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
/** Built aside and put in place whole: a bin that starts meanwhile finds the old bundle or the new one. */
const next = join(root, `dist.next-${process.pid}`);
const { describeRuntime } = createRequire(import.meta.url)('../bin/compile-cache.cjs');

const shared = {
  absWorkingDir: root,
  outdir: next,
  bundle: true,
  platform: 'node',
  target: 'node24',
  minifySyntax: true,
  minifyWhitespace: true,
  // For coverage, which then speaks of the sources.
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'external',
  logLevel: 'warning',
};

/** The coordinator has no flags; a worker has the one that limits its heap, by default to this. They share compiled code. */
const flagsOfProcesses = [[], ['--max-old-space-size=512']];

/**
 * The AI SDK, and that of the Agent Client Protocol with all of zod, are built by themselves: chunks that they shared with
 * others would grow what every worker loads.
 */
const builtApart = {
  sdk: 'src/providers/ai-sdk/sdk.ts',
  'tool-stream': 'src/providers/ai-sdk/tool-stream.ts',
  talk: 'src/agents/acp/talk.ts',
};
const leaveOutSdk = {
  name: 'leave-out-sdk',
  setup(build) {
    build.onResolve({ filter: /(?:^|\/)(?:sdk|tool-stream|talk)\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, '.ts')}.js`,
      external: true,
    }));
  },
};

if (!process.argv.includes('--if-stale') || isStale()) {
  rmSync(next, { recursive: true, force: true });
  await bundle();
  makeCompileCache();
  makeDeclarations(root, join(next, 'types'));
  putInPlace();
}

function putInPlace() {
  const old = join(root, `dist.old-${process.pid}`);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
}

function isStale() {
  const built = statSync(join(dist, 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['src', 'bin', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  return [...sources, join(root, 'package.json')].some((path) => statSync(path).mtimeMs > built);
}

/**
 * The front is one small CommonJS file, because help must not wait for a module loader; so is the forwarder, which every
 * confined agent waits for. All else is split ESM.
 */
async function bundle() {
  await build({
    ...shared,
    entryPoints: { front: 'src/cli/front.ts', forwarder: 'src/sandbox/forwarder.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
  });
  await build({
    ...shared,
    entryPoints: {
      main: 'src/cli/main.ts',
      worker: 'src/worker/main.ts',
      index: 'src/index.ts',
    },
    format: 'esm',
    splitting: true,
    // The ESM build: its CommonJS one would need `require` in every chunk.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    plugins: [leaveOutSdk],
  });
  await build({
    ...shared,
    entryPoints: builtApart,
    format: 'esm',
    splitting: true,
    alias: { '@vercel/oidc': join(root, 'scripts/no-vercel.mjs') },
  });
}

/** Loads every chunk once, so that no later start finds one that it would have to compile and store. */
function makeCompileCache() {
  const directory = join(next, 'compile-cache');
  mkdirSync(directory);
  const runtimes = flagsOfProcesses.map((flags) => describeRuntime(flags));
  writeFileSync(join(directory, 'runtimes.json'), JSON.stringify(runtimes));
  const chunks = readdirSync(next).filter((name) => name.endsWith('.js') && name !== 'worker.js');
  const urls = chunks.map((name) => pathToFileURL(join(next, name)).href);
  const script = [
    `require('node:module').enableCompileCache({ directory: ${JSON.stringify(directory)}, portable: true });`,
    `Promise.all(${JSON.stringify(urls)}.map((url) => import(url)));`,
  ].join('\n');
  execFileSync(process.execPath, ['-e', script], { stdio: 'inherit' });
  if (!existsSync(directory)) throw new Error('the compile cache was not written');
}
