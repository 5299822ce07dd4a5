import { limits } from '../limits.ts';
import type { TestFailure, TestState } from '../test-run.ts';
import { clipMessage, withoutColours } from '../text.ts';
import { classifyThrown } from './classify.ts';
import { classifyPython, findPythonFrame } from './classify-python.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';
import { scanXml } from './xml.ts';

/** A `testcase` while it is read. */
interface Case {
  readonly attributes: ReadonlyMap<string, string>;
  readonly suites: readonly string[];
  state: TestState;
  message: string;
  text: string;
  isSetUp: boolean;
  isTimeout: boolean;
}

/** Reads JUnit's XML, which pytest and many others write. Null for what has no end or is something else. */
export function readJunit(text: string, place: ReportPlace): RunDraft | null {
  const draft = new RunDraft();
  const open: string[] = [];
  const suites: string[] = [];
  let test: Case | null = null;
  let isReport = false;
  for (const event of scanXml(text)) {
    if (event.kind === 'text') {
      if (test !== null && isVerdict(open.at(-1)) && test.text.length < limits.messageCharacters * 4)
        test.text += event.text;
    } else if (event.kind === 'open') {
      open.push(event.name);
      isReport ||= event.name === 'testsuites' || event.name === 'testsuite';
      if (event.name === 'testsuite') suites.push(event.attributes.get('name') ?? '');
      else if (event.name === 'testcase') test = openCase(event.attributes, suites);
      else if (test !== null) judge(test, event.name, event.attributes);
    } else {
      if (open.pop() !== event.name) return null;
      if (event.name === 'testsuite') suites.pop();
      if (event.name !== 'testcase' || test === null) continue;
      addCase(test, place, draft);
      test = null;
    }
  }
  return isReport && open.length === 0 ? draft : null;
}

function isVerdict(element: string | undefined): boolean {
  return element === 'failure' || element === 'error';
}

function openCase(attributes: ReadonlyMap<string, string>, suites: readonly string[]): Case {
  return { attributes, suites: [...suites], state: 'passed', message: '', text: '', isSetUp: false, isTimeout: false };
}

function judge(test: Case, element: string, attributes: ReadonlyMap<string, string>): void {
  const said = attributes.get('message') ?? '';
  if (element === 'skipped' && test.state === 'passed') {
    test.state = /todo|xfail/i.test(attributes.get('type') ?? '') ? 'todo' : 'skipped';
  } else if (isVerdict(element) && test.state !== 'todo') {
    test.state = 'failed';
    if (test.message === '') test.message = said;
    test.isTimeout ||= /timeout/i.test(attributes.get('type') ?? '');
    test.isSetUp ||= /^failed on (?:setup|teardown)/.test(said);
  }
}

function addCase(test: Case, place: ReportPlace, draft: RunDraft): void {
  const name = test.attributes.get('name') ?? '';
  const classes = test.attributes.get('classname') ?? '';
  const file = place.locate(test.attributes.get('file') ?? '') ?? fileOfModule(classes, place);
  const failure = test.state === 'failed' ? describeFailure(test, place) : null;
  // A file that is written down like a test: it could not be run, or there was nothing to run in it.
  const isFile = test.message === 'collection failure' || (file !== null && file === place.locate(name));
  if (!isFile) draft.add({ titles: [...groupsOf(classes, test, file), name], file, state: test.state, failure });
  else if (failure !== null) draft.addFileFailure({ file: file ?? fileOfModule(name, place) ?? name, ...failure });
}

/** The classes of a module of Python; in other dialects the groups, whether or not they are written as elements too. */
function groupsOf(classes: string, { suites }: Case, file: string | null): string[] {
  if (file?.endsWith('.py')) return classes.split('.').filter((part) => /^[A-Z]/.test(part));
  const named = suites.filter((suite) => suite !== '');
  if (named.length > 0) return named;
  return classes === '' || classes === 'test' ? [] : [classes];
}

/** Newer reports of pytest name the module alone. */
function fileOfModule(classes: string, place: ReportPlace): string | null {
  const steps = classes.split('.').filter((part) => /^[a-z_]\w*$/.test(part));
  return steps.some((step) => /^test_|_test$|^tests$/.test(step)) ? place.locate(`${steps.join('/')}.py`) : null;
}

function describeFailure(test: Case, place: ReportPlace): TestFailure {
  const failure = describeSaid(test, place);
  return test.isTimeout ? { ...failure, kind: 'timeout', missing: null } : failure;
}

function describeSaid({ message, text, isSetUp }: Case, place: ReportPlace): TestFailure {
  const said = withoutColours(text.trim() === '' ? message : text);
  const isPython = /^E {2,}|^\S+\.py:\d+: |Traceback \(most recent call last\)/m.test(said) || text.trim() === '';
  if (!isPython) return classifyThrown(unwrapCause(said), place);
  const verdict = classifyPython(message, said);
  // What fails before the test proper begins is no claim of it.
  const kind = isSetUp && verdict.kind === 'assertion' ? 'error' : verdict.kind;
  return { ...verdict, kind, message: clipMessage(said), thrownIn: findPythonFrame(said, place) };
}

/** The reporter of node:test wraps what was thrown. */
function unwrapCause(text: string): string {
  const cause = /^[ \t]+cause: (.*(?:\n.*){0,80})/m.exec(text)?.[1];
  return cause ?? text;
}
