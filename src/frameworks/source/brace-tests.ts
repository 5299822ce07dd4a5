import { type BraceFunction, readBraceFunctions } from './brace-functions.ts';
import type { ListedTest, TestMark } from './listed-test.ts';
import { maskSource } from './mask.ts';

// Names may be of any script.
const goTest = /^func\s+(Test[\p{L}\p{N}_]*)\s*\(\s*\w+\s+\*testing\.T\s*\)/gmu;
const rustFunction = /\bfn\s+([\p{L}\p{M}\p{N}_]+)/gu;
const rustAttribute = /^#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck|proptest)\b/m;
const goSubtest = /\bt\.Run\(\s*"((?:[^"\\\n]|\\.){1,300})"/g;
/** A row of a table that begins with a number, or is called by one: the name of a subtest. */
const goCase =
  /(?:\{\s*|\b(?:name|title|desc\w{0,9}|scenario|id|label):\s*)"(\d{3}\b[^"\\\n]{0,300})"|"(\d{3}\b[^"\\\n]{0,300})"(?=:)/gi;
const goClaim =
  /\b\w+\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\(|\b(?:assert|require|is|cmp|must|check|expect)\w*\.\w+\(/g;
const rustClaim =
  /\b(?:assert|debug_assert|prop_assert|insta::assert)\w*!|\bpanic!|\.unwrap\(|\.expect\(|\.unwrap_err\(|\?\s*[;)]/g;

export interface BraceTest extends BraceFunction {
  readonly marks: readonly TestMark[];
}

export function readGoTests(text: string): BraceTest[] {
  const masked = maskSource(text, 'go');
  return readBraceFunctions(text, masked, goTest).map((test) => {
    return { ...test, marks: isUnconditional(test.code, /\bt\.(?:Skip|Skipf|SkipNow)\(/) ? ['skip'] : [] };
  });
}

export function readRustTests(text: string): BraceTest[] {
  const masked = maskSource(text, 'rust');
  return readBraceFunctions(text, masked, rustFunction)
    .filter(({ above }) => rustAttribute.test(above))
    .map((test) => ({ ...test, marks: /^#\[ignore\b/m.test(test.above) ? ['skip'] : [] }));
}

/** Whether something is done in the function itself and in no block within it. */
function isUnconditional(code: string, what: RegExp): boolean {
  let depth = 0;
  for (const line of code.split('\n')) {
    if (depth === 0 && what.test(line) && !/^\s*(?:if|for|switch|while|match)\b|\bfunc\(/.test(line)) return true;
    for (const character of line) depth += character === '{' ? 1 : character === '}' ? -1 : 0;
  }
  return false;
}

/** The statements of a function itself, without what stands in blocks within it. */
export function ownStatements(code: string): string[] {
  let depth = 0;
  let own = '';
  for (const character of code) {
    if (character === '}') depth -= 1;
    if (depth === 0) own += character;
    if (character === '{') depth += 1;
  }
  return own.split(/[;\n]/).map((each) => each.trim());
}

export function listGoTests(file: string, text: string): ListedTest[] {
  return readGoTests(text).flatMap((test) => {
    const own = describe(file, test, [test.name], goClaim);
    const cases = /\bt\.Run\(\s*[^\s"]/.test(test.text) ? [...test.text.matchAll(goCase)] : [];
    const inner = [...test.text.matchAll(goSubtest), ...cases].map(([, title, key = '']) => {
      return describe(file, test, [test.name, (title ?? key).replaceAll(' ', '_')], goClaim);
    });
    return [own, ...inner];
  });
}

export function listRustTests(file: string, text: string): ListedTest[] {
  return readRustTests(text).map((test) => describe(file, test, [test.name], rustClaim));
}

function describe(file: string, test: BraceTest, titles: readonly string[], claim: RegExp): ListedTest {
  const { line, endLine, marks, code } = test;
  const assertions = [...code.matchAll(claim)].length;
  return { file, titles, name: titles.join(' > '), line, endLine, marks, assertions };
}
