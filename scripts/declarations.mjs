import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const specifier = /(from |import\()'(\.{1,2}\/[^']+)\.ts'/g;

/** Writes the types of the library's door: the files that it leads to, and no others. */
export function makeDeclarations(root, folder) {
  const tsc = join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(root, 'scripts/tsconfig.types.json'), '--outDir', folder], { stdio: 'inherit' });
  const reached = new Set();
  reach(join(folder, 'index.d.ts'), reached);
  for (const name of readdirSync(folder, { recursive: true })) {
    const path = join(folder, name);
    if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
  }
}

/** A published declaration names modules by the endings that they have there. */
function reach(path, reached) {
  if (reached.has(path)) return;
  reached.add(path);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(specifier, "$1'$2.js'"));
  for (const [, , target] of text.matchAll(specifier)) reach(join(dirname(path), `${target}.d.ts`), reached);
}
