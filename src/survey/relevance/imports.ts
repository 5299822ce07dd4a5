import { dirname, join, normalize } from 'node:path/posix';
import { languageOf } from '../languages.ts';
import { limits } from '../limits.ts';
import type { PathIndex } from './path-index.ts';

const ecmaImports = /\b(?:from|import|require)\s{0,9}\(?\s{0,9}(?:'([^'\n]{1,200})'|"([^"\n]{1,200})")/g;
const ecmaEndings = ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'd.ts', 'vue', 'svelte'];
const pythonImports =
  /^[ \t]*(?:from[ \t]+([.\w]{1,200})[ \t]+import[ \t]+([\w, \t]{1,200})|import[ \t]+([\w.]{1,200}))/gm;
const includes = /^[ \t]*(?:#[ \t]*include[ \t]+"([^"\n]{1,200})"|require_relative[ \t]+['"]([^'"\n]{1,200})['"])/gm;

/** The files of the repository that a file imports, as far as its text tells without being run. */
export function findImports(path: string, text: string, index: PathIndex): string[] {
  const found = new Set<string>();
  for (const candidates of candidatesOf(path, text)) {
    const target = firstOf(candidates, index);
    if (target !== undefined && target !== path) found.add(target);
    if (found.size >= limits.importsOfFile) break;
  }
  return [...found];
}

function firstOf(candidates: Iterable<string>, index: PathIndex): string | undefined {
  for (const candidate of candidates) if (index.has(candidate)) return candidate;
  return undefined;
}

/** For each import the paths that it may mean, best first. */
function candidatesOf(path: string, text: string): Iterable<Iterable<string>> {
  const folder = dirname(path);
  const language = languageOf(path);
  if (language === 'python') return pythonCandidates(folder, text);
  if (language === 'ecmascript' || language === 'markup') {
    return text
      .matchAll(ecmaImports)
      .map(([, single, double]) => single ?? double ?? '')
      .filter((specifier) => /^\.{1,2}(\/|$)/.test(specifier))
      .map((specifier) => ecmaCandidates(normalize(join(folder, specifier))));
  }
  return text.matchAll(includes).map(([, header, script]) => {
    const target = normalize(join(folder, header ?? `${script}`));
    return header === undefined ? [`${target}.rb`, target] : [target, header];
  });
}

function* ecmaCandidates(target: string): Generator<string> {
  yield target;
  const bare = target.replace(/\.[mc]?jsx?$/, '');
  for (const ending of ecmaEndings) yield `${bare}.${ending}`;
  for (const ending of ecmaEndings) yield `${target}/index.${ending}`;
}

function pythonCandidates(folder: string, text: string): Iterable<string[]> {
  return text.matchAll(pythonImports).flatMap(([, from, names = '', plain]) => {
    const module = from ?? plain ?? '';
    const [, dots = '', rest = ''] = module.match(/^(\.*)(.*)$/) ?? [];
    const base = dots === '' ? '' : join(folder, '../'.repeat(dots.length - 1));
    const target = join(base, ...rest.split('.').filter(Boolean));
    const members = names.split(',').flatMap((name) => name.trim().match(/^\w+/)?.[0] ?? []);
    return [...members.map((member) => moduleFiles(join(target, member), dots)), moduleFiles(target, dots)];
  });
}

function moduleFiles(target: string, dots: string): string[] {
  const roots = dots === '' ? ['', 'src/', 'lib/'] : [''];
  return roots.flatMap((root) => [`${root}${target}.py`, `${root}${target}/__init__.py`, `${root}${target}.pyi`]);
}
