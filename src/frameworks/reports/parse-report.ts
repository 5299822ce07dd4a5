import type { Framework } from '../framework.ts';
import { limits } from '../limits.ts';
import type { RunTrouble, TestEnd, TestOutput, TestRun } from '../test-run.ts';
import { lastWords } from '../text.ts';
import { readGoJson } from './go-json.ts';
import { readJestJson } from './jest-json.ts';
import { readJunit } from './junit.ts';
import { readLibtest } from './libtest.ts';
import { readNodeEvents } from './node-events.ts';
import { ReportPlace } from './report-place.ts';
import type { RunDraft } from './run-draft.ts';
import { settleRun } from './settle-run.ts';
import { readTap } from './tap.ts';

const readCharactersOfStderr = 1024 * 1024;

/**
 * What a run of tests told, from its report, its output and how it ended. Contract: never throws, whatever they hold, and
 * never believes one of them against another: where report and exit code disagree, the run is in trouble.
 */
export function parseReport(framework: Framework, output: TestOutput): TestRun {
  const { end } = output;
  const ending = describeEnding(end);
  if (end.kind !== 'exited') return { ...nothing(ending.trouble, ending.detail), exitCode: null };
  if (framework.report === null) return judgeByCode(end.code, end);
  const text = reportOf(framework, output, end.stdout);
  const said = wordsOf(end, isPrinted(framework));
  if (text === null || (text.trim() === '' && !speaksOnBoth(framework))) {
    return { ...nothing('report missing', said), exitCode: end.code };
  }
  if (text.length > limits.reportCharacters) {
    return { ...nothing('report too large', `${text.length} characters`), exitCode: end.code };
  }
  const draft = readSafely(framework, text, output.root, end.stderr.slice(-readCharactersOfStderr));
  if (draft === null) return { ...nothing('report damaged', said), exitCode: end.code };
  return settleRun(framework, draft, end.code, said);
}

/** The end of both streams: what a script does around its tests may speak on either. A report is for nobody to read. */
function wordsOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }, isReport: boolean): string {
  const streams = isReport && stderr.trim() !== '' ? [stderr] : [stdout, stderr];
  return streams
    .map((text) => lastWords(text))
    .filter(Boolean)
    .join('\n');
}

/** A configured command may leave its report in a file, or print it; so do those that have no file of ours. */
function reportOf(framework: Framework, { report }: TestOutput, stdout: string): string | null {
  return isPrinted(framework) ? stdout : report;
}

/** Whether its report is what it prints: all of that has to be read. */
export function isPrinted(framework: Framework): boolean {
  const { kind, report, reportFile } = framework;
  return report !== null && (speaksOnBoth(framework) || (kind === 'command' && reportFile === null));
}

/** What cannot be compiled is told on the other stream, and nothing on this one. */
function speaksOnBoth({ report }: Framework): boolean {
  return report === 'go-json' || report === 'libtest';
}

function readSafely(framework: Framework, text: string, root: string, stderr: string): RunDraft | null {
  try {
    return read(framework, text, new ReportPlace(root, framework.folder, framework.moduleName), stderr);
  } catch {
    return null;
  }
}

function read({ report }: Framework, text: string, place: ReportPlace, stderr: string): RunDraft | null {
  switch (report) {
    case 'node-events':
      return readNodeEvents(text, place);
    case 'jest-json':
      return readJestJson(text, place);
    case 'junit':
      return readJunit(text, place);
    case 'go-json':
      return readGoJson(text, stderr, place);
    case 'libtest':
      return readLibtest(text, stderr, place);
    case 'tap':
      return readTap(text, place);
    case null:
      return null;
  }
}

interface Ending {
  readonly trouble: RunTrouble | null;
  readonly detail: string | null;
}

function describeEnding(end: TestEnd): Ending {
  switch (end.kind) {
    case 'exited':
      return { trouble: null, detail: null };
    case 'killed':
      return { trouble: 'crash', detail: `killed by ${end.signal}: ${lastWords(end.stderr)}` };
    case 'unstartable':
      return { trouble: 'unstartable', detail: `it could not be started: ${end.errno}` };
    case 'stopped': {
      const isTimeout = end.reason === 'wall' || end.reason === 'idle';
      return { trouble: isTimeout ? 'timeout' : 'stopped', detail: `${end.reason}: ${lastWords(end.stderr)}` };
    }
  }
}

/** Without a report the exit code is all there is: it can say that everything passed, and not what. */
function judgeByCode(code: number, { stdout, stderr }: { readonly stdout: string; readonly stderr: string }): TestRun {
  const detail = code === 0 ? null : lastWords(`${stdout}\n${stderr}`, 4000);
  return { ...nothing(null, detail), exitCode: code };
}

function nothing(trouble: RunTrouble | null, detail: string | null): TestRun {
  return { tests: [], fileFailures: [], isComplete: false, trouble, detail, exitCode: null };
}
