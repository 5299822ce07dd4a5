import { type BraceTest, ownStatements, readGoTests, readRustTests } from '../source/brace-tests.ts';
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
    const statements = statementsOf(test.code);
    const reason = test.marks[0] ?? (statements.length === 0 ? 'empty' : judge(test, statements));
    return reason === null ? [] : [{ file, test: test.name, line: test.line, reason }];
  });
}

function statementsOf(code: string): string[] {
  return code
    .split(/[;\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** Whoever is handed `t` may fail the test. */
const goClaim =
  /\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|Run)\(|[(,]\s*t\s*[,)]|\bpanic\(|\b(?:assert|require|is|qt|g)\.\w+\(|\bExpect\(/;
const goFailure = /^(?:t\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)|panic|(?:assert|require)\.Fail(?:f|Now|Nowf)?)\(/;
/** By these a test can end before it fails, or in spite of it. */
const goWayOut = /\b(?:return|goto|recover|Goexit|Skip(?:f|Now)?)\b/;
/** The head of a test within a test, and the brackets behind it. */
const goGroup = /\bt\.Run\([^{}\n]{0,1000}\bfunc\(\s*\w+\s+\*testing\.T\s*\)\s*\{|\}\s*\)\s*$/gm;
const goSetUp = /^t\.(?:Parallel|Helper|Log|Logf)\(/;
const goLiteral = String.raw`(?:true|false|nil|\d+|"\s*")`;
const goConstant = new RegExp(
  String.raw`^(?:assert|require)\.(?:(?:True|False|Nil|NotNil|NoError|Error|Zero|NotZero|Empty|NotEmpty)\(\s*t\s*,\s*${goLiteral}|(?:Equal|NotEqual)\(\s*t\s*,\s*${goLiteral}\s*,\s*${goLiteral})\s*(?:,.*)?\)$`,
);
const goNever = /^if\s+(?:true|false|(\d+)\s*[!=]=\s*\1)\s*\{/;

function judgeGo({ code }: BraceTest, statements: readonly string[]): Reason | null {
  if (!goClaim.test(code)) return 'no-assertion';
  if (!goWayOut.test(code) && ownStatements(code).some((each) => goFailure.test(each))) return 'always-fails';
  const inner = statementsOf(code.replaceAll(goGroup, '\n')).filter((statement) => !goSetUp.test(statement));
  if (inner.length === 0) return 'empty';
  if (inner.every((statement) => goFailure.test(statement))) return 'always-fails';
  const own = statements.filter((statement) => !goSetUp.test(statement));
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
  /assert\w{0,100}!|\bpanic!|\bunreachable!|\btodo!|\bunimplemented!|\.unwrap\w*\(|\.expect\w*\(|\?\s*(?:;|\)|$)|\b(?:assert|check|verify|expect|ensure|must|should)\w*\s*(?:::<[^>]{1,100}>)?\(/m;
const rustAlways = /^(?:(?:std|core)::)?(?:panic!|todo!|unimplemented!|unreachable!|assert!\s*\(\s*false\b)/;
const rustLiteral = String.raw`(?:true|false|\d[\d_.]*\w{0,5}|"\s*")`;
const rustConstant = new RegExp(
  String.raw`^(?:assert!\s*\(\s*!?${rustLiteral}\s*(?:[=!]=\s*${rustLiteral}\s*)?(?:,.*)?\)|assert_(?:eq|ne)!\s*\(\s*${rustLiteral}\s*,\s*${rustLiteral}\s*,?.*\)|assert_eq!\s*\(\s*(\w+)\s*,\s*\1\s*\))$`,
);

function judgeRust({ code, above, signature }: BraceTest, statements: readonly string[]): Reason | null {
  if (/^#\[should_panic/m.test(above)) return null;
  const mayFail = rustClaim.test(code) || /->\s*\S/.test(signature);
  if (!mayFail) return 'no-assertion';
  if (!/\breturn\b/.test(code) && ownStatements(code).some((each) => rustAlways.test(each))) return 'always-fails';
  // A failure in a block is real: something decides whether it is reached.
  const claims = statements.filter((statement) => rustClaim.test(statement));
  return claims.length > 0 && claims.every((each) => rustConstant.test(each) && !rustAlways.test(each))
    ? 'constant'
    : null;
}
