import { findPlaceholders } from '../../../frameworks/placeholders/find-placeholders.ts';
import type { Placeholder } from '../../../frameworks/placeholders/placeholder.ts';
import { rewrittenTests } from '../../../frameworks/rewritten-tests.ts';
import { isReadable } from '../../../frameworks/source/list-tests.ts';
import { type WeakenedTest, weakenedTests } from '../../../frameworks/weakened-tests.ts';
import type { GateResult } from '../evidence.ts';
import { count, type JudgedChange } from './judged-change.ts';
import { makeResult } from './make-result.ts';

/**
 * No existing test says less than before, no new one is a placeholder, and the tests that were red are the ones that are
 * green now. Fewer claims in a test file that the design changes are only told: its behaviour may have to change. So is an
 * existing test that claims something else in a file that it does not announce, and a file of a language that we do not read that
 * lost lines; a strict task fails by that.
 */
export async function judgeTests(change: JudgedChange): Promise<GateResult> {
  const { input, announced, isTest } = change;
  // Rust has tests among its sources.
  const mayHold = (path: string) => isTest(path) || (input.framework.kind === 'cargo' && path.endsWith('.rs'));
  const [before, after] = [change.before, change.after].map((texts) => pickTests(texts, mayHold));
  const weakened = await weakenedTests(before ?? new Map(), after ?? new Map(), input.framework.kind);
  const isMeant = ({ file, how }: WeakenedTest) => {
    const plan = announced.get(file)?.change;
    return plan === 'Delete' ? how === 'deleted' : plan !== undefined && how === 'fewer assertions';
  };
  const rewritten = [
    ...(await findRewritten(before ?? new Map(), after ?? new Map(), weakened, change)),
    ...findUnread(before ?? new Map(), after ?? new Map()),
  ];
  const { isStrict } = input.settings;
  const placeholders = await findNewPlaceholders(before ?? new Map(), after ?? new Map(), change);
  const failed = [
    ...findReplaced(change),
    ...(isStrict ? rewritten : []),
    ...weakened.filter((test) => !isMeant(test)).map(describeWeakened),
    ...placeholders.map(({ file, line, test, reason }) => `${file}:${line}: ${test || 'the file'}: ${reason}`),
  ];
  const warned = [
    ...weakened.filter(isMeant).map((test) => `${describeWeakened(test)}; the design changes that file`),
    ...(isStrict ? [] : rewritten),
  ];
  const changed = [...(after?.keys() ?? [])].filter(isTest);
  const summary = `${count(changed.length, 'test file')} changed; weakened or empty tests: ${failed.length}`;
  return makeResult('tests', summary, { failed, warned });
}

function pickTests(texts: ReadonlyMap<string, string | null>, mayHold: (path: string) => boolean): Map<string, string> {
  return new Map([...texts].flatMap(([path, text]) => (text !== null && mayHold(path) ? [[path, text] as const] : [])));
}

/** Those that were there before are not this change's. */
async function findNewPlaceholders(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  { input }: JudgedChange,
): Promise<Placeholder[]> {
  const nameOf = ({ file, test, reason }: Placeholder) => `${file}\0${test}\0${reason}`;
  const known = new Set((await findPlaceholders(before, input.framework)).map(nameOf));
  return (await findPlaceholders(after, input.framework)).filter((placeholder) => !known.has(nameOf(placeholder)));
}

/** In files that the design does not announce; what is weaker is told already. */
async function findRewritten(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  weakened: readonly WeakenedTest[],
  { input, announced }: JudgedChange,
): Promise<string[]> {
  const nameOf = ({ file, test }: Pick<WeakenedTest, 'file' | 'test'>) => `${file}: ${test}`;
  const told = new Set(weakened.map(nameOf));
  return (await rewrittenTests(before, after, input.framework.kind))
    .filter((found) => !announced.has(found.file) && !told.has(nameOf(found)))
    .map((found) => `${nameOf(found)}: claims something else now, and the design does not announce that file`);
}

/** In languages that we do not read only lines can be counted. */
function findUnread(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([path, text]) => {
    const now = after.get(path);
    if (now === undefined || isReadable(path)) return [];
    const [old, kept] = [telling(text), new Set(telling(now))];
    const lost = old.filter((line) => !kept.has(line)).length;
    if (lost === 0) return [];
    return [`${path}: ${lost} of its ${count(old.length, 'line')} went: whether its tests say less is for a reader`];
  });
}

function telling(text: string): string[] {
  return text.split('\n').flatMap((line) => (/\w/.test(line) ? [line.trim()] : []));
}

/** What serves tests and is announced is part of the work. */
function findReplaced({ input: { provedTests }, files, after, announced, isTest }: JudgedChange): string[] {
  const gone = new Set(files.filter(({ kind }) => kind !== 'file').map(({ path }) => path));
  const changed = new Set(files.map(({ path }) => path));
  const held = [...provedTests].filter(([path]) => isTest(path) || !announced.has(path));
  return held.flatMap(([path, text]) => {
    if (gone.has(path) || !changed.has(path)) return [`${path} is gone since its tests were shown to be red`];
    return after.get(path) === text ? [] : [`${path} was changed after its tests were shown to be red`];
  });
}

function describeWeakened({ file, test, how, before, after }: WeakenedTest): string {
  const claims = how === 'fewer assertions' ? ` (${before} before, ${after} now)` : '';
  return `${file}: ${test}: ${how}${claims}`;
}
