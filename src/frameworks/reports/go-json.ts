import { parseJson } from '../../model/json.ts';
import { textAt } from '../json.ts';
import { limits } from '../limits.ts';
import { joinPath } from '../paths.ts';
import type { TestFailure, TestState } from '../test-run.ts';
import { clipMessage } from '../text.ts';
import { addBuildFailures } from './go-build.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';

/** Tests may print what looks like an event; not finding out costs less. */
const mostSpoiled = 1000;
const states: Readonly<Record<string, TestState>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** Reads what `go test -json` prints: events of packages and tests, between them lines of the build. */
export function readGoJson(stdout: string, stderr: string, place: ReportPlace): RunDraft {
  const reading = new GoReading(place);
  const plain: string[] = [];
  let spoiled = 0;
  for (const line of stdout.split('\n')) {
    const event = line.startsWith('{') && spoiled < mostSpoiled ? parseJson(line) : null;
    if (event === null && line.startsWith('{')) spoiled += 1;
    if (event === null) plain.push(line.slice(0, limits.lineCharacters));
    else reading.read(event);
  }
  return reading.end(plain.join('\n'), stderr);
}

interface StartedTest {
  readonly packageName: string;
  readonly name: string;
  output: string;
  state: TestState | null;
}

class GoReading {
  readonly #place: ReportPlace;
  readonly #draft = new RunDraft();
  readonly #tests = new Map<string, StartedTest>();
  /** What the compiler said, by package. */
  readonly #built: string[] = [];

  constructor(place: ReportPlace) {
    this.#place = place;
  }

  read(event: unknown): void {
    const action = textAt(event, 'Action') ?? '';
    const output = textAt(event, 'Output') ?? '';
    if (action === 'build-output') this.#built.push(output);
    const name = textAt(event, 'Test');
    const packageName = textAt(event, 'Package');
    if (packageName === null) return;
    if (name === null) {
      // A package that dies by itself says so between its tests.
      if (/^(?:panic: |fatal error: |exit status )/.test(output)) this.#draft.crash();
      return;
    }
    const test = this.#open(packageName, name);
    if (test === null) return;
    if (action === 'output' && test.output.length < limits.messageCharacters * 2) test.output += output;
    test.state = states[action] ?? test.state;
  }

  end(plain: string, stderr: string): RunDraft {
    const parents = new Set([...this.#tests.values()].map(({ packageName, name }) => parentOf(packageName, name)));
    for (const [key, test] of this.#tests) this.#add(test, parents.has(key));
    addBuildFailures(`${plain}\n${stderr}\n${this.#built.join('')}`, this.#place, this.#draft);
    return this.#draft;
  }

  #open(packageName: string, name: string): StartedTest | null {
    const key = `${packageName}\n${name}`;
    const known = this.#tests.get(key);
    if (known !== undefined) return known;
    if (this.#tests.size >= limits.tests) {
      this.#draft.breakOff();
      return null;
    }
    const test = { packageName, name, output: '', state: null };
    this.#tests.set(key, test);
    return test;
  }

  #add(test: StartedTest, hasSubtests: boolean): void {
    const { packageName, name, output } = test;
    const hasPanicked = /^[ \t]*panic: /m.test(output);
    const state = test.state ?? 'failed';
    if (test.state === null || hasPanicked) this.#draft.crash();
    const failure = state === 'failed' ? describeFailure(test, hasPanicked, this.#place) : null;
    if (failure !== null && (hasPanicked || test.state === null)) this.#breakPackage(packageName, failure);
    // A group fails with its members, which are told of themselves.
    if (hasSubtests && state === 'failed' && failure?.message === '') return;
    const folder = this.#place.locatePackage(packageName);
    const named = /^[ \t]+(\w[\w.-]*_test\.go):\d+: /m.exec(output)?.[1];
    const file = folder === null || named === undefined ? null : joinPath(folder, named);
    // Only a test that says something names its file.
    this.#draft.add({ titles: name.split('/'), file, state, failure }, folder ?? packageName);
  }

  /** A test that panics takes those behind it along: nobody can tell how they would have ended. */
  #breakPackage(packageName: string, failure: TestFailure): void {
    const file = this.#place.locatePackage(packageName) ?? packageName;
    if (this.#draft.fileFailures.every((known) => known.file !== file))
      this.#draft.addFileFailure({ file, ...failure });
  }
}

function parentOf(packageName: string, name: string): string {
  const at = name.lastIndexOf('/');
  return at === -1 ? '' : `${packageName}\n${name.slice(0, at)}`;
}

function describeFailure({ output, state }: StartedTest, hasPanicked: boolean, place: ReportPlace): TestFailure {
  const message = clipMessage(
    output.replace(/^[ \t]*(?:=== (?:RUN|PAUSE|CONT|NAME)|--- (?:FAIL|PASS|SKIP):).*\n?/gm, ''),
  );
  const isTimeout = /^panic: test timed out after /m.test(output);
  const kind = isTimeout ? 'timeout' : hasPanicked || state === null ? 'error' : 'assertion';
  return { kind, message, missing: null, thrownIn: hasPanicked ? findGoFrame(output, place) : null };
}

/** The first file of the repository in the trace of a panic. */
function findGoFrame(output: string, place: ReportPlace): string | null {
  for (const [, path = ''] of output.matchAll(/^\t(\/\S{1,500}\.go):\d+/gm)) {
    const file = place.locate(path);
    if (file !== null) return file;
  }
  return null;
}
