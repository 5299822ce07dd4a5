import { type PythonFunction, type PythonLine, readPythonFunctions, readPythonLines } from '../source/python-blocks.ts';
import { isPythonTest, pythonMark } from '../source/python-tests.ts';
import type { Placeholder } from './placeholder.ts';

type Reason = Placeholder['reason'];

const claim =
  /^assert\b|\bassert\w*\s*\(|\.assert\w+\(|\b(?:raises|warns|fail|approx|deprecated_call)\s*\(|\b(?:check|verify|expect|ensure|must|should)\w*\s*\(|^raise\b/;
const always =
  /^(?:raise\b|(?:(?:pytest|self)\.)?fail\s*\(|assert\s*\(?\s*(?:False|0|None|not True)\b\s*\)?\s*(?:,.*)?$)/;
/** A literal: what stands in quotes is blank by now. */
const literal = String.raw`(?:True|False|None|-?\d[\d_.]*|[rbuf]{0,2}(?:"[^"]*"|'[^']*')|\[\s*\]|\(\s*\)|\{\s*\})`;
const constantClaim = new RegExp(
  String.raw`^assert\s*\(?\s*(?:not\s+)?${literal}(?:\s*(?:==|!=|<=?|>=?|is(?:\s+not)?|in|not\s+in)\s*${literal})?\s*\)?\s*(?:,.*)?$`,
);
/** The same name on both sides, and a pair in brackets, which is never empty. */
const sameClaim = /^assert\s*\(?\s*([A-Za-z_]\w*)\s*(?:==|is)\s*\1\s*\)?\s*(?:,.*)?$/;
const pairClaim = /^assert\s*\((?:[^()]|\([^()]*\)){1,500},(?:[^()]|\([^()]*\)){1,500}\)$/;
const constantCall = new RegExp(
  String.raw`^self\.assert(?:True|False|Equal|Equals|Is)\(\s*${literal}(?:\s*,\s*${literal})?\s*\)$`,
);

export function findPythonPlaceholders(file: string, text: string): Placeholder[] {
  const lines = readPythonLines(text);
  const functions = readPythonFunctions(lines);
  const helpers = new Set(functions.filter(({ body }) => body.some(isClaim)).map(({ name }) => name));
  return functions.filter(isPythonTest).flatMap((test): Placeholder[] => {
    const reason = judge(test, helpers);
    return reason === null ? [] : [{ file, test: test.name, line: test.line, reason }];
  });
}

function judge(test: PythonFunction, helpers: ReadonlySet<string>): Reason | null {
  const mark = pythonMark(test);
  if (mark !== null) return mark;
  const body = test.body.filter(({ code }) => !/^(?:pass|\.\.\.|return(?:\s+None)?)$/.test(code));
  if (body.length === 0) return 'empty';
  const claims = body.filter((line) => isClaim(line) || callsHelper(line, helpers, test.name));
  if (claims.length === 0) return mayBeCheckedElsewhere(test) ? null : 'no-assertion';
  if (claims.every((line) => isSwallowed(line, body))) return 'swallowed';
  if (failsAtOnce(test.body)) return 'always-fails';
  return claims.every(isConstant) ? 'constant' : null;
}

function isClaim({ code }: PythonLine): boolean {
  return claim.test(code);
}

/** A failure is real where something decides whether it is reached; else it was found before. */
function isConstant({ code }: PythonLine): boolean {
  if (always.test(code)) return false;
  return constantClaim.test(code) || sameClaim.test(code) || pairClaim.test(code) || constantCall.test(code);
}

function callsHelper({ code }: PythonLine, helpers: ReadonlySet<string>, own: string): boolean {
  for (const [, name = ''] of code.matchAll(/\b(\w{1,100})\s*\(/g)) if (name !== own && helpers.has(name)) return true;
  return false;
}

/** Fixtures with such names do the checking. */
function mayBeCheckedElsewhere({ signature }: PythonFunction): boolean {
  return /\b(?:benchmark|snapshot|verify|check\w*|assert\w*|expect\w*)\b/.test(signature.replace(/^[^(]*/, ''));
}

/** A failure at the margin of the test before anything that could leave it. */
function failsAtOnce(body: readonly PythonLine[]): boolean {
  const margin = body[0]?.indent ?? 0;
  const at = body.findIndex(({ code, indent }) => indent === margin && always.test(code));
  return at !== -1 && !body.slice(0, at).some(({ code }) => /^return\b/.test(code));
}

/** Within a `try` whose `except` takes everything and does nothing about it. */
function isSwallowed(line: PythonLine, body: readonly PythonLine[]): boolean {
  const at = body.indexOf(line);
  for (let start = at - 1; start >= 0; start -= 1) {
    const opener = body[start];
    if (opener === undefined || opener.indent >= line.indent || !/^try\s*:/.test(opener.code)) continue;
    const handlerAt = body.findIndex(({ indent }, later) => later > at && indent <= opener.indent);
    const handler = body[handlerAt];
    const takesAll = /^except(?:\s*:|\s*\(?.*\b(?:Exception|BaseException|AssertionError)\b)/.test(handler?.code ?? '');
    if (handler?.indent !== opener.indent || !takesAll) return false;
    const rest = body.slice(handlerAt + 1);
    const end = rest.findIndex(({ indent }) => indent <= opener.indent);
    return !(end === -1 ? rest : rest.slice(0, end)).some(isClaim);
  }
  return false;
}
