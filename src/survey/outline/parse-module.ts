import type { ParserOptions, ParserPlugin } from '@babel/parser';
import { viewBrackets } from './brackets.ts';

type Parse = typeof import('@babel/parser').parse;
export type Module = ReturnType<Parse>;
export type Statement = Module['program']['body'][number];

/** Parsers of TypeScript try readings one after the other: nested the wrong way, twice as long for every bracket. */
const maxEffortOfFile = 20_000;
const maxEffort = 150_000;
/** Going on after an error is dear, for each of very many errors is an object with a stack: it is for few, small files. */
const maxRecoveries = 8;
const maxRecoveredCharacters = 32 * 1024;

/** Parses modules as long as that is cheap; null for one that cannot be parsed, or not at a bounded price. */
export type ParseModule = (path: string, text: string) => Module | null;

/** The parser is loaded with the first survey, and not at start-up. */
export async function openModuleParser(): Promise<ParseModule> {
  const { parse } = await import('@babel/parser');
  let effort = 0;
  let recoveries = 0;
  return (path, text) => {
    const view = viewBrackets(text);
    if (view.effort > maxEffortOfFile || effort + view.effort > maxEffort) return null;
    effort += view.effort;
    const module = tryParse(parse, view.shallow, optionsFor(path, false));
    if (module !== null || text.length > maxRecoveredCharacters || recoveries >= maxRecoveries) return module;
    recoveries += 1;
    return tryParse(parse, view.shallow, optionsFor(path, true));
  };
}

/** Deep nesting may end the parser's stack; that is no more than a file that cannot be parsed. */
function tryParse(parse: Parse, text: string, options: ParserOptions): Module | null {
  try {
    return parse(text, options);
  } catch {
    return null;
  }
}

function optionsFor(path: string, errorRecovery: boolean): ParserOptions {
  return {
    sourceType: 'unambiguous',
    errorRecovery,
    allowReturnOutsideFunction: true,
    plugins: [...dialectOf(path), 'decorators-legacy', 'decoratorAutoAccessors'],
  };
}

/** Not Flow: its conditionals take twice as long for each one that follows another, without any bracket to count. */
function dialectOf(path: string): ParserPlugin[] {
  if (/\.d\.[mc]?ts$/.test(path)) return [['typescript', { dts: true }]];
  if (/\.[mc]?ts$/.test(path)) return ['typescript'];
  return path.endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx'];
}
