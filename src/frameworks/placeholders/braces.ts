import { type BraceTest, isUnconditional, readGoTests, readRustTests } from '../source/brace-tests.ts';
import type { Placeholder } from './placeholder.ts';

type Reason = Placeholder['reason'];

export function findGoPlaceholders(file: string, text: string): Placeholder[] {
  return describe(file, readGoTests(text), judgeGo);
}

export function findRustPlaceholders(file: string, text: string): Placeholder[] {
  return describe(file, readRustTests(text), judgeRust);
}

function describe(
  file: string,
  tests: readonly BraceTest[],
  judge: (test: BraceTest, statements: readonly string[]) => Reason | null,
): Placeholder[] {
  return tests.flatMap((test): Placeholder[] => {
    const statements = test.code
      .split(/[;\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== '');
    const reason = test.marks[0] ?? (statements.length === 0 ? 'empty' : judge(test, statements));
    return reason === null ? [] : [{ file, test: test.name, line: test.line, reason }];
  });
}

/** Whoever is handed `t` may fail the test. */
const goClaim =
  /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|Run)\(|[(,]\s*t\s*[,)]|\bpanic\(|\b(?:assert|require|is|qt|g)\.\w+\(|\bExpect\(/;
const goFailure = /^t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(/;
const goSetUp = /^t\.(?:Parallel|Helper|Log|Logf)\(/;
const goLiteral = String.raw`(?:true|false|nil|\d+|"\s*")`;
const goConstant = new RegExp(
  String.raw`^(?:assert|require)\.(?:(?:True|False|Nil|NoError)\(\s*t\s*,\s*${goLiteral}|(?:Equal|NotEqual)\(\s*t\s*,\s*${goLiteral}\s*,\s*${goLiteral})\s*(?:,.*)?\)$`,
);
const goNever = /^if\s+(?:true|false|(\d+)\s*[!=]=\s*\1)\s*\{/;

function judgeGo({ code }: BraceTest, statements: readonly string[]): Reason | null {
  if (!goClaim.test(code)) return 'no-assertion';
  const own = statements.filter((statement) => !goSetUp.test(statement));
  if (own.every((statement) => goFailure.test(statement))) return 'always-fails';
  const claims = own.filter((statement) => goClaim.test(statement) && !goFailure.test(statement));
  if (
    claims.length > 0 &&
    claims.every((statement) => goConstant.test(statement)) &&
    !own.some((each) => goFailure.test(each))
  ) {
    return 'constant';
  }
  const conditions = own.filter((statement) => /^(?:if|for|switch)\b/.test(statement));
  const isNever =
    conditions.length > 0 && conditions.every((condition) => goNever.test(condition)) && claims.length === 0;
  return isNever ? 'constant' : null;
}

const rustClaim =
  /\b\w*assert\w*!|\bpanic!|\bunreachable!|\btodo!|\bunimplemented!|\.unwrap\w*\(|\.expect\w*\(|\?\s*(?:;|\)|$)|\b(?:assert|check|verify|expect|ensure|must|should)\w*\s*(?:::<[^>]{1,100}>)?\(/m;
const rustAlways = /^(?:panic!|todo!|unimplemented!|unreachable!|assert!\s*\(\s*false\b)/;
const rustLiteral = String.raw`(?:true|false|\d[\d_.]*\w{0,5}|"\s*")`;
const rustConstant = new RegExp(
  String.raw`^(?:assert!\s*\(\s*!?${rustLiteral}\s*(?:[=!]=\s*${rustLiteral}\s*)?(?:,.*)?\)|assert_(?:eq|ne)!\s*\(\s*${rustLiteral}\s*,\s*${rustLiteral}\s*,?.*\)|assert_eq!\s*\(\s*(\w+)\s*,\s*\1\s*\))$`,
);

function judgeRust({ code, above, signature }: BraceTest, statements: readonly string[]): Reason | null {
  if (/^#\[should_panic/m.test(above)) return null;
  const mayFail = rustClaim.test(code) || /->\s*\S/.test(signature);
  if (!mayFail) return 'no-assertion';
  if (isUnconditional(code, /^\s*(?:panic!|todo!|unimplemented!)/) && !/\breturn\b/.test(code)) return 'always-fails';
  const claims = statements.filter((statement) => rustClaim.test(statement));
  return claims.length > 0 && claims.every((each) => rustConstant.test(each) || rustAlways.test(each))
    ? 'constant'
    : null;
}
