import type { ParserOptions, ParserPlugin } from '@babel/parser';
import { viewBrackets } from './brackets.ts';

type Parse = typeof import('@babel/parser').parse;
export type Module = ReturnType<Parse>;
export type Statement = Module['program']['body'][number];

/** Parsers of TypeScript try readings one after the other: nested the wrong way, twice as long for every bracket. */
const maxEffortOfFile = 20_000;
const maxEffort = 150_000;

/** Parses modules as long as that is cheap; null for one that cannot be parsed, or not at a bounded price. */
export type ParseModule = (path: string, text: string) => Module | null;

/** The parser is loaded here and nowhere else: only a survey needs it. */
export async function openModuleParser(): Promise<ParseModule> {
  const { parse } = await import('@babel/parser');
  let effort = 0;
  return (path, text) => {
    const view = viewBrackets(text);
    if (view.effort > maxEffortOfFile || effort + view.effort > maxEffort) return null;
    effort += view.effort;
    return tryParse(parse, view.shallow, optionsFor(path));
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

function optionsFor(path: string): ParserOptions {
  return {
    sourceType: 'unambiguous',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    plugins: [...dialectOf(path), 'decorators-legacy', 'decoratorAutoAccessors'],
  };
}

function dialectOf(path: string): ParserPlugin[] {
  if (/\.d\.[mc]?ts$/.test(path)) return [['typescript', { dts: true }]];
  if (/\.[mc]?ts$/.test(path)) return ['typescript'];
  return path.endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx', 'flow'];
}
