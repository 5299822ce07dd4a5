import type { MissingThing, TestFailure } from '../test-run.ts';
import { clipMessage } from '../text.ts';
import type { ReportPlace } from './report-place.ts';
import type { RunDraft } from './run-draft.ts';

/** Names, fields, methods and parameters that are not there: what a design may add. */
const missingCodes = new Set(
  'E0405 E0407 E0412 E0423 E0424 E0425 E0432 E0433 E0531 E0532 E0560 E0573 E0576 E0583 E0599 E0603 E0609 E0061'.split(
    ' ',
  ),
);

interface CompilerError {
  readonly code: string | null;
  readonly said: string;
}

/** What rustc said of the targets that it could not compile, file by file. */
export function addCompilerFailures(stderr: string, place: ReportPlace, draft: RunDraft): void {
  const byFile = new Map<string, CompilerError[]>();
  const pattern = /^error(?:\[(E\d{4})\])?: ([^\n]{1,1000})\n\s*--> ([^\s:]{1,500}\.rs):\d+:\d+/gm;
  for (const [, code, said = '', path = ''] of stderr.matchAll(pattern)) {
    const file = place.locateFromAbove(path);
    if (file === null) continue;
    byFile.set(file, [...(byFile.get(file) ?? []).slice(0, 19), { code: code ?? null, said }]);
  }
  for (const [file, errors] of byFile) draft.addFileFailure({ file, ...describe(errors, file) });
  if (byFile.size > 0 || !/^error: could not compile /m.test(stderr)) return;
  const message = clipMessage(stderr);
  draft.addFileFailure({ file: place.folder || '.', kind: 'error', message, missing: null, thrownIn: null });
}

function describe(errors: readonly CompilerError[], file: string): TestFailure {
  const message = clipMessage(errors.map(({ code, said }) => `${code === null ? '' : `${code}: `}${said}`).join('\n'));
  if (errors.some(({ code }) => code === null)) return { kind: 'syntax', message, missing: null, thrownIn: file };
  if (!errors.every(({ code }) => code !== null && missingCodes.has(code))) {
    return { kind: 'error', message, missing: null, thrownIn: file };
  }
  return {
    kind: 'missing',
    message,
    missing: errors.map(nameMissing).find((each) => each !== null) ?? null,
    thrownIn: file,
  };
}

/** An import that leads nowhere may be a module or what it holds; only another crate is surely none of ours. */
function nameMissing({ said }: CompilerError): MissingThing | null {
  const name = /`([^`]{1,300})`/.exec(said)?.[1];
  if (name === undefined) return null;
  return { what: /unlinked crate|can't find crate|undeclared crate/.test(said) ? 'module' : 'symbol', name };
}
