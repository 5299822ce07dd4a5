import type { TestFailure } from '../test-run.ts';
import { classify, type Rule } from './classify.ts';
import type { ReportPlace } from './report-place.ts';

const rules: readonly Rule[] = [
  { kind: 'timeout', pattern: /^Failed: Timeout|^(?:\w+\.)*(?:Timeout(?:Error|Expired|Exception)?|PytestTimeout)\b/ },
  { kind: 'assertion', pattern: /^(?:\w+\.)*(?:AssertionError|ComparisonFailure|Failed)\b|^assert\b/ },
  { kind: 'module', pattern: /^ModuleNotFoundError: No module named '([^']{1,300})'/ },
  { kind: 'symbol', pattern: /^ImportError: cannot import name '([^']{1,300})'/ },
  // What nothing has, nobody forgot to write: only named things can be missing.
  { kind: 'symbol', pattern: /^AttributeError: (?!'NoneType').{0,300}? has no attribute '([^']{1,300})'/ },
  { kind: 'symbol', pattern: /^AttributeError: .{0,300}? does not have the attribute '([^']{1,300})'/ },
  { kind: 'symbol', pattern: /^TypeError: ([\w.]{1,300})\(\) (?:got an unexpected keyword argument|takes )/ },
  { kind: 'symbol', pattern: /^fixture '([^']{1,300})' not found/ },
  { kind: 'syntax', pattern: /^(?:SyntaxError|IndentationError|TabError)\b/ },
];

/** By the error that ended it: the last line that pytest marks, else the summary. */
export function classifyPython(summary: string, text: string): Pick<TestFailure, 'kind' | 'missing'> {
  const told = summary.replace(/^failed on (?:setup|teardown) with "?/, '');
  const marked = [...text.slice(-20_000).matchAll(/^E {2,}(?=\S)(.{1,1000})$/gm)].map(([, line = '']) => line);
  const errors = marked.filter((line) =>
    /^(?:\w+\.)*\w*(?:Error|Exception|Failed|Timeout|Exit)\b|^assert\b/.test(line),
  );
  const isTold = told !== '' && told !== 'collection failure';
  const head = isTold ? told : (errors.at(-1) ?? marked.at(-1) ?? text);
  return classify(head, rules);
}

/** The last file of the repository in a traceback: there it was thrown. */
export function findPythonFrame(text: string, place: ReportPlace): string | null {
  const frames = [...text.slice(-20_000).matchAll(/^(?:[ \t]+File ")?([^\s":]{1,500}\.py)"?(?::|, line )\d+/gm)];
  for (const [, path = ''] of frames.reverse()) {
    if (path.includes('site-packages/')) continue;
    const file = place.locate(path);
    if (file !== null) return file;
  }
  return null;
}
