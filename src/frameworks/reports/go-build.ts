import { limits } from '../limits.ts';
import type { TestFailure } from '../test-run.ts';
import { clipMessage, linesOf } from '../text.ts';
import { classify, type Rule } from './classify.ts';
import type { ReportPlace } from './report-place.ts';
import type { RunDraft } from './run-draft.ts';

const rules: readonly Rule[] = [
  { kind: 'symbol', pattern: /^undefined: ([\w.]{1,200})/ },
  { kind: 'symbol', pattern: /^[^\n]{1,200}?\.(\w{1,100}) undefined \(/ },
  { kind: 'symbol', pattern: /^(\S{1,300}) undefined\b/ },
  { kind: 'symbol', pattern: /^unknown field '?(\w{1,100})'? in struct literal/ },
  { kind: 'symbol', pattern: /^(?:too many|not enough) arguments in call to ([\w.]{1,200})/ },
  {
    kind: 'module',
    pattern: /^(?:no required module provides package|cannot find package|package) "?([^\s";]{1,300})/,
  },
  { kind: 'module', pattern: /^module ([^\s:]{1,300}): / },
  { kind: 'symbol', pattern: /missing method (\w{1,100})/ },
];

const compilerLine = /^(?:vet: )?(\S{1,500}?\.go):\d+(?::\d+)?: (.{1,1000})$/;
const tooMany = /^too many errors$/;

/** What the compiler said of packages that could not be built, file by file. */
export function addBuildFailures(text: string, place: ReportPlace, draft: RunDraft): void {
  const byFile = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const [, path = '', said = ''] = compilerLine.exec(line.trimEnd()) ?? [];
    const file = path === '' || tooMany.test(said) ? null : place.locate(path.replace(/^\.\//, ''));
    if (file === null) continue;
    const known = byFile.get(file) ?? [];
    if (known.length < 20) byFile.set(file, [...known, said]);
    if (byFile.size > limits.fileFailures) break;
  }
  for (const [file, said] of byFile) draft.addFileFailure({ file, ...describeBuild(said, file) });
  if (byFile.size === 0) addSilentPackages(text, place, draft);
}

/** Whatever does not compile for another reason is wrong by itself. */
function describeBuild(said: readonly string[], file: string): TestFailure {
  const verdicts = said.map((line) => classify(line, rules));
  const wrong = verdicts.find(({ kind }) => kind !== 'missing');
  const missing = verdicts.find(({ kind }) => kind === 'missing')?.missing ?? null;
  const message = clipMessage(said.join('\n'));
  if (wrong !== undefined) return { kind: 'syntax', message, missing: null, thrownIn: file };
  return { kind: 'missing', message, missing, thrownIn: file };
}

/** Packages that failed to build without a line that we can read. */
function addSilentPackages(text: string, place: ReportPlace, draft: RunDraft): void {
  for (const [, name = '', why = ''] of text.matchAll(/^FAIL\t(\S{1,500}) \[(build failed|setup failed)\]$/gm)) {
    const file = place.locatePackage(name) ?? name;
    draft.addFileFailure({ file, kind: 'error', message: why, missing: null, thrownIn: null });
  }
}
