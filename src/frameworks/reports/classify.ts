import type { FailureKind, MissingThing, TestFailure } from '../test-run.ts';
import { clipMessage, firstLine, withoutColours } from '../text.ts';
import type { ReportPlace } from './report-place.ts';

/** Its first group that is there, if any, names what is missing. */
export interface Rule {
  readonly kind: Exclude<FailureKind, 'missing'> | MissingThing['what'];
  readonly pattern: RegExp;
}

const headCharacters = 2000;

/** What the first rule that fits says of a failure; `error` where none does. Rules see the beginning of the text only. */
export function classify(text: string, rules: readonly Rule[]): Pick<TestFailure, 'kind' | 'missing'> {
  const head = withoutColours(text.slice(0, headCharacters));
  for (const { kind, pattern } of rules) {
    const match = pattern.exec(head);
    if (match === null) continue;
    if (kind !== 'module' && kind !== 'symbol') return { kind, missing: null };
    const name = match.slice(1).find((group) => group !== undefined && group !== '');
    return { kind: 'missing', missing: name === undefined ? null : { what: kind, name } };
  }
  return { kind: 'error', missing: null };
}

/** A failure of JavaScript or TypeScript, from what was thrown: its name, its message, its stack. */
export function classifyThrown(text: string, place: ReportPlace): TestFailure {
  const plain = withoutColours(text).replace(/^\s*(?:Error: )?thrown: /, '');
  return {
    ...classify(firstLine(plain.trimStart()), thrownRules),
    message: clipMessage(text),
    thrownIn: findFrame(plain, place),
  };
}

/** Why a whole file of JavaScript or TypeScript could not be run. */
export function classifyUnloaded(text: string, place: ReportPlace): TestFailure {
  return { ...classify(text, unloadedRules), message: clipMessage(text), thrownIn: findFrame(text, place) };
}

const missingModules: readonly Rule[] = [
  { kind: 'symbol', pattern: /does not provide an export named '?([\w$]+)/ },
  // A path may hold the very quote that it stands in.
  { kind: 'module', pattern: /Cannot find (?:module|package) '([^\n]{1,500}?)'(?= imported from | from |\n|$)/ },
  { kind: 'module', pattern: /Cannot find (?:module|package) ["']([^"'\n]{1,500})["']/ },
  { kind: 'module', pattern: /Failed to (?:resolve import|load url) "?([^\s"]{1,500})/ },
  { kind: 'module', pattern: /Could not (?:locate module|resolve) "?([^\s"]{1,500})/ },
  // Of compilers that check types before they run.
  { kind: 'module', pattern: /TS2307: Cannot find module '([^'\n]{1,500})'/ },
  { kind: 'symbol', pattern: /TS(?:2305|2614|2724): .{0,300}? no exported member (?:named )?'([^'\n]{1,200})'/ },
  { kind: 'symbol', pattern: /TS(?:2339|2551): Property '([^'\n]{1,200})' does not exist/ },
  { kind: 'symbol', pattern: /TS(?:2353|2561): .{0,300}? '([^'\n]{1,200})' does not exist in type/ },
  { kind: 'symbol', pattern: /TS2554: Expected \S{1,20} arguments?, but got/ },
];

const timeouts: readonly Rule[] = [
  {
    kind: 'timeout',
    pattern: /^(?:\w*Error: )?"?(?:(?:Test|Hook|test) timed out (?:in|after) \d|Exceeded timeout of \d+ ?ms)/,
  },
];

/** Names come before words: an assertion may say anything. A name that the test itself lacks is its own fault: an error. */
const thrownRules: readonly Rule[] = [
  ...timeouts,
  { kind: 'assertion', pattern: /^(?:Uncaught )?(?:\w*\s?AssertionError|JestAssertionError|AssertionError2)\b/ },
  { kind: 'assertion', pattern: /^(?:Error: )?expect(?:\(|\.)/ },
  { kind: 'assertion', pattern: /^(?:Error: )?Snapshot / },
  // Older versions of vitest keep the message alone.
  { kind: 'assertion', pattern: /^(?:expected .{1,1500} (?:not )?to |promise (?:rejected|resolved) )/ },
  ...missingModules,
  {
    kind: 'symbol',
    pattern:
      /^(?:TypeError: )?(?:\(\d+ ?, ?)?(?:[\w$]{1,80}(?:\(\.\.\.\))?\.){0,6}([\w$]{1,120})\)?(?:\(\.\.\.\))? is not a (?:function|constructor)/,
  },
  { kind: 'symbol', pattern: /^TypeError: Class extends value (undefined) / },
];

const unloadedRules: readonly Rule[] = [
  ...timeouts,
  ...missingModules,
  { kind: 'syntax', pattern: /\bSyntaxError\b|ERR_(?:INVALID|UNSUPPORTED)_TYPESCRIPT_SYNTAX|\bTS1\d{3}:/ },
  { kind: 'syntax', pattern: /^(?:Error: )?(?:Parse failure|Transform failed|Build failed|Failed to parse)/m },
  { kind: 'syntax', pattern: /^(?:Expression|Declaration|Statement|Identifier|Unexpected|Expected|Unterminated)\b/ },
  { kind: 'syntax', pattern: /Jest (?:encountered an unexpected token|failed to parse a file)|Unexpected token/ },
  {
    kind: 'symbol',
    pattern:
      /^[ \t]*TypeError: (?:\(\d+ ?, ?)?(?:[\w$]{1,80}\.){0,6}([\w$]{1,120})\)? is not a (?:function|constructor)/m,
  },
];

/** The first frame of a stack that is a file of the repository and not one that was installed. */
function findFrame(stack: string, place: ReportPlace): string | null {
  for (const [, path = ''] of stack
    .slice(0, 20_000)
    .matchAll(/^[ \t]+at (?:[^\n(]{0,300}\()?([^\n()]{1,1000}?):\d+:\d+\)?$/gm)) {
    if (path.startsWith('node:') || path.includes('node_modules/') || path.startsWith('<')) continue;
    const file = place.locate(path.replace(/^async /, ''));
    if (file !== null) return file;
  }
  return null;
}
