import { isTestPath } from '../detect/test-paths.ts';
import { limits } from '../limits.ts';
import type { TestFailure, TestState } from '../test-run.ts';
import { clipMessage, withoutColours } from '../text.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';
import { addCompilerFailures } from './rust-build.ts';

const resultLine = /^test (.{1,1000}?)(?: - should panic)? \.\.\. (ok|FAILED|ignored(?:, .*)?)$/;

/** One binary of tests: `running 3 tests`, so many results, the output of what failed, and a sum. */
interface Binary {
  readonly results: { readonly name: string; readonly state: TestState }[];
  readonly names: Set<string>;
  readonly outputs: Map<string, string>;
  isWhole: boolean;
}

/**
 * Reads what `cargo test` prints. Contract: lines that a test printed are never taken for results: of each binary exactly
 * as many results are read as it announced, and nothing behind them.
 */
export function readLibtest(stdout: string, stderr: string, place: ReportPlace): RunDraft {
  const draft = new RunDraft();
  const binaries = readBinaries(withoutColours(stdout).split('\n'));
  const files = readTargets(withoutColours(stderr), place);
  for (const [at, binary] of binaries.entries()) {
    // Of long outputs only the end is there: they are matched from the end.
    const file = files.at(at - binaries.length) ?? null;
    for (const { name, state } of binary.results) addResult(binary, name, state, file, place, draft);
    if (!binary.isWhole) draft.crash();
  }
  addCompilerFailures(withoutColours(stderr), place, draft);
  return draft;
}

function readBinaries(lines: readonly string[]): Binary[] {
  const binaries: Binary[] = [];
  let left = 0;
  let shown: string | null = null;
  for (const line of lines) {
    const announced = /^running (\d{1,6}) tests?$/.exec(line)?.[1];
    const binary = binaries.at(-1);
    if (announced !== undefined && (binary === undefined || binary.isWhole)) {
      left = Number(announced);
      shown = null;
      binaries.push({ results: [], names: new Set(), outputs: new Map(), isWhole: false });
    } else if (binary === undefined || binary.isWhole) continue;
    else if (left > 0) left -= readResult(line, binary) ? 1 : 0;
    else if (/^test result: (?:ok|FAILED)\. \d+ passed; /.test(line)) binary.isWhole = true;
    else shown = readOutput(line, shown, binary);
  }
  return binaries;
}

function readResult(line: string, { results, names }: Binary): boolean {
  const [, name, verdict = ''] = resultLine.exec(line) ?? [];
  if (name === undefined || results.length >= limits.tests) return false;
  names.add(name);
  results.push({ name, state: verdict === 'ok' ? 'passed' : verdict === 'FAILED' ? 'failed' : 'skipped' });
  return true;
}

/** The name of the test whose output is being read, from then on. */
function readOutput(line: string, shown: string | null, { outputs, names }: Binary): string | null {
  const named = /^---- (.{1,1000}) stdout ----$/.exec(line)?.[1];
  if (named !== undefined && names.has(named)) {
    outputs.set(named, '');
    return named;
  }
  if (shown === null) return null;
  const said = outputs.get(shown) ?? '';
  if (said.length < limits.messageCharacters * 2) outputs.set(shown, `${said}${line}\n`);
  return shown;
}

/** The sources of the binaries, in the order in which they ran; null for documentation, whose tests name their files. */
function readTargets(stderr: string, place: ReportPlace): (string | null)[] {
  const targets = stderr.matchAll(/^ {2,}(?:Running (?:unittests )?(\S{1,500}) \(|Doc-tests )/gm);
  return [...targets].map(([, path]) => (path === undefined ? null : place.locate(path)));
}

function addResult(
  { outputs }: Binary,
  name: string,
  state: TestState,
  target: string | null,
  place: ReportPlace,
  draft: RunDraft,
): void {
  const documented = /^(\S{1,500}\.rs) - /.exec(name)?.[1];
  const file = documented === undefined ? target : place.locateFromAbove(documented);
  const failure = state === 'failed' ? describeFailure(outputs.get(name) ?? '', place) : null;
  // Lines move with every change above them.
  const stable = documented === undefined ? name : name.replace(/ \(line \d+\)/, '');
  draft.add({ titles: stable.split('::'), file, state, failure });
}

/** What no test says of its own accord: the language does, or somebody who left it for later. */
const noClaim =
  /panicked at (?:[^\n]*:\n|')(?:not (?:yet )?implemented|internal error: entered unreachable|index out of bounds|attempt to |range |slice |byte index|already )/;

/** Tests of Rust claim by panicking, also where they take an answer for granted (`unwrap`), or by returning an error. */
function describeFailure(output: string, place: ReportPlace): TestFailure {
  const panicked = /panicked at (?:'[^\n]{0,2000}', )?([^\s:']{1,500}\.rs):\d+:\d+/.exec(output)?.[1];
  const thrownIn = panicked === undefined ? null : place.locateFromAbove(panicked);
  const isOwn = thrownIn === null ? /^Error: /m.test(output) : isTestPath(thrownIn, 'cargo');
  const isAssertion =
    (isOwn && !noClaim.test(output)) ||
    /^assertion (?:`|failed)|^thread '[^\n]{0,300} panicked at 'assertion (?:`|failed)|test did not panic as expected|panic did not contain expected string/m.test(
      output,
    );
  return { kind: isAssertion ? 'assertion' : 'error', message: clipMessage(output), missing: null, thrownIn };
}
