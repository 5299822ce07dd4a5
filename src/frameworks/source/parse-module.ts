import type { ParserPlugin } from '@babel/parser';
import { limits } from '../limits.ts';
import { type AstNode, isNode, nodesAt } from './ast.ts';
import { parsingEffort } from './effort.ts';

const maxEffort = 20_000;

/** A comment and where it stands. */
interface Comment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/** A module of TypeScript or JavaScript. */
export interface ParsedModule {
  readonly path: string;
  readonly text: string;
  readonly body: readonly AstNode[];
  readonly comments: readonly Comment[];
}

/** Null for what cannot be parsed, or not at a bounded price. */
export type ParseModule = (path: string, text: string) => ParsedModule | null;

/** The parser is loaded with the first judgement of sources, and not at start-up. */
export async function openModuleParser(): Promise<ParseModule> {
  const { parse } = await import('@babel/parser');
  return (path, text) => {
    if (text.length > limits.sourceCharacters || parsingEffort(text) > maxEffort) return null;
    try {
      const plugins: ParserPlugin[] = [...dialectOf(path), 'decorators-legacy', 'decoratorAutoAccessors'];
      const file = parse(text, { sourceType: 'unambiguous', allowReturnOutsideFunction: true, plugins });
      const program: unknown = file.program;
      if (!isNode(program)) return null;
      const comments = (file.comments ?? []).map(({ value, start, end, loc }) => {
        return { text: value, start: start ?? 0, end: end ?? 0, line: loc?.start.line ?? 1 };
      });
      return { path, text, body: nodesAt(program, 'body'), comments };
    } catch {
      // Deep nesting ends the parser's stack; that, too, is a file that cannot be parsed.
      return null;
    }
  };
}

/** Whether a file is one that this parser reads. */
export function isEcmascript(path: string): boolean {
  return /\.(?:[mc]?[jt]s|[jt]sx)$/.test(path);
}

function dialectOf(path: string): ParserPlugin[] {
  if (/\.d\.[mc]?ts$/.test(path)) return [['typescript', { dts: true }]];
  if (/\.[mc]?ts$/.test(path)) return ['typescript'];
  return path.endsWith('.tsx') ? ['typescript', 'jsx'] : ['jsx'];
}
