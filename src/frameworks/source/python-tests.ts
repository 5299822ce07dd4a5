import type { ListedTest, TestMark } from './listed-test.ts';
import { type PythonFunction, readPythonFunctions, readPythonLines } from './python-blocks.ts';

const claimLine = /^assert\b|\.assert\w+\(|\b(?:raises|warns)\s*\(/;

export function isPythonTest({ name, classes }: PythonFunction): boolean {
  return /^test(?:_|[A-Z0-9]|$)/.test(name) && classes.every((head) => /^Test|\bTestCase\b|Tests?\b/.test(head));
}

/** By its decorators, or by a statement of its own under no condition. */
export function pythonMark({ decorators, body }: PythonFunction): TestMark | null {
  if (decorators.some((each) => /\bxfail\b|\bexpectedFailure\b/.test(each))) return 'xfail';
  if (decorators.some((each) => /\bskip\b(?!if)/.test(each))) return 'skip';
  const margin = body[0]?.indent ?? 0;
  const own = body.filter(({ indent }) => indent === margin).map(({ code }) => code);
  if (own.some((code) => /^(?:pytest\.xfail)\s*\(/.test(code))) return 'xfail';
  return own.some((code) => /^(?:pytest\.skip|self\.skipTest)\s*\(|^raise (?:unittest\.)?SkipTest\b/.test(code))
    ? 'skip'
    : null;
}

export function listPythonTests(file: string, text: string): ListedTest[] {
  const functions = readPythonFunctions(readPythonLines(text));
  return functions.filter(isPythonTest).map((test) => {
    const titles = [...test.classes.map((head) => /^[\p{L}\p{M}\p{N}_]+/u.exec(head)?.[0] ?? head), test.name];
    const mark = pythonMark(test);
    return {
      file,
      titles,
      name: titles.join(' > '),
      line: test.line,
      endLine: test.endLine,
      marks: mark === null ? [] : [mark],
      assertions: test.body.filter(({ code }) => claimLine.test(code)).length,
    };
  });
}
