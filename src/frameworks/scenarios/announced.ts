import { folderOf } from '../paths.ts';
import type { MissingThing } from '../test-run.ts';

/** What test frameworks bring along: without it a test is at fault, whatever the design says. */
const vocabulary =
  /^(?:node:.*|assert|test|it|describe|suite|expect|vi|vitest|jest|pytest|unittest|mock|sinon|chai|testing)$/;
const endings = /(?:\.d)?\.(?:[mc]?[jt]sx?|pyi?|rs|go|json)$/;
const ownModule = /\/(?:index|__init__|mod|lib)$/;

/**
 * Whether the design explains that something is not there: a module that is one of its files, or a symbol. Packages of others
 * are never explained by it.
 */
export function isAnnounced(missing: MissingThing | null, announced: readonly string[]): boolean {
  if (announced.length === 0) return false;
  if (missing === null) return true;
  if (vocabulary.test(missing.name)) return false;
  if (missing.what === 'symbol') return true;
  const wanted = stepsOf(missing.name);
  return announced.some((path) => {
    const file = path.replace(endings, '').replace(ownModule, '');
    return [file, folderOf(path)].some((way) => endsLike(way.split('/'), wanted));
  });
}

/** The steps of a way to a module. Of a dotted one only the last: what stands before it need not be a folder. */
function stepsOf(name: string): string[] {
  const plain = name.replace(endings, '').replace(ownModule, '');
  if (!plain.includes('/')) return plain.split(/\.|::/).filter(Boolean).slice(-1);
  return plain.split('/').filter((step) => !/^(?:|\.|\.\.|[@~])$/.test(step));
}

/** Whether one way ends like the other, as far as the shorter one goes. */
function endsLike(path: readonly string[], wanted: readonly string[]): boolean {
  const length = Math.min(path.length, wanted.length);
  if (length === 0 || path[0] === '') return false;
  const tail = wanted.slice(-length);
  return path.slice(-length).every((step, at) => step === tail[at]);
}
