import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { makeDeclarations } from './declarations.mjs';
import { rehearse } from './rehearse.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
/** Built aside and put in place whole: a bin that starts meanwhile finds the old bundle or the new one. */
const next = join(root, `dist.next-${process.pid}`);
/** What all processes of a batch spend their start with, and more: one file each. */
const bundles = ['main.cjs', 'work.cjs'];
/** Their parts, each with its compiled code in a file beside the bundle. */
const rehearsed = ['main.cjs.batch', 'work.cjs.requirements', 'work.cjs.implementation'];

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

const commonJs = {
  ...shared,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'ownUrl' },
  banner: { js: "const ownUrl=require('node:url').pathToFileURL(__filename).href;" },
  alias: {
    // The smaller build, and in an ESM bundle the only one that needs no `require`.
    yaml: join(root, 'node_modules/yaml/browser/index.js'),
    '@vercel/oidc': join(root, 'scripts/no-vercel.mjs'),
  },
};

/** In ASCII a bundle is a string of one byte for each character; esbuild escapes everything but regular expressions. */
const escapeAll = {
  name: 'escape-all',
  setup(build) {
    build.onLoad({ filter: /\.[cm]?[jt]s$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/[^\0-\x7f]/g, escapeUnit),
      loader: extname(path).endsWith('ts') ? 'ts' : 'js',
    }));
  },
};

function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What is never reached, or comes from another file: see src/worker/main.ts. */
const leaveOut = (filter) => ({
  name: 'leave-out',
  setup(build) {
    build.onResolve({ filter }, ({ path }) => ({ path, external: true }));
  },
});
const workflows = /\/(?:run-workflow|run-implementation|answer)\.ts$/;

if (!process.argv.includes('--if-stale') || isStale()) {
  rmSync(next, { recursive: true, force: true });
  await bundle();
  await rehearse(root, next, rehearsed);
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
  const built = statSync(join(dist, 'main.cjs'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = ['src', 'bin', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(root, folder, name)),
  );
  return [...sources, join(root, 'package.json')].some((path) => statSync(path).mtimeMs > built);
}

/**
 * The front, the forwarder and the start of a worker are small CommonJS files, because help, confined agents and batches
 * wait for them. The library is split ESM.
 */
async function bundle() {
  await build({
    ...commonJs,
    entryPoints: { front: 'src/cli/front.ts', forwarder: 'src/sandbox/forwarder.ts', worker: 'src/worker/main.ts' },
    plugins: [leaveOut(/\/work\.ts$/)],
  });
  await build({ ...commonJs, entryPoints: { executor: 'src/worker/work.ts' }, plugins: [leaveOut(workflows)] });
  await build({
    ...commonJs,
    entryPoints: { main: 'src/cli/main.ts', work: 'src/worker/work.ts' },
    plugins: [escapeAll],
  });
  await build({
    ...shared,
    entryPoints: { index: 'src/index.ts' },
    format: 'esm',
    splitting: true,
    alias: commonJs.alias,
  });
  for (const name of bundles) refuseNonAscii(join(next, name));
}

/** They are read as such. */
function refuseNonAscii(path) {
  if (readFileSync(path).some((byte) => byte > 127)) throw new Error(`${path} is not ASCII`);
}
