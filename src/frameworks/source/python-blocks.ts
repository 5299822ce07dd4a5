import { countLines, maskSource } from './mask.ts';

/** A statement of Python: brackets and backslashes join its rows, comments and the insides of quotes are blank. */
export interface PythonLine {
  readonly line: number;
  readonly indent: number;
  readonly code: string;
}

export interface PythonFunction {
  readonly name: string;
  /** Of the classes around it, outermost first, with what they inherit from. */
  readonly classes: readonly string[];
  readonly decorators: readonly string[];
  readonly signature: string;
  readonly line: number;
  readonly endLine: number;
  /** Without what documents it. */
  readonly body: readonly PythonLine[];
  readonly hasDocumentation: boolean;
}

const tabWidth = 8;
const longestLine = 4000;

export function readPythonLines(text: string): PythonLine[] {
  const { code } = maskSource(text.replaceAll('\r\n', '\n'), 'python');
  const lines: PythonLine[] = [];
  let from = 0;
  let fromLine = 1;
  let depth = 0;
  for (let at = 0; at <= code.length; at += 1) {
    const character = code.charAt(at);
    if (character === '(' || character === '[' || character === '{') depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth = Math.max(0, depth - 1);
    else if (character === '\\' && code.charAt(at + 1) === '\n') at += 1;
    else if (at === code.length || (character === '\n' && (depth === 0 || startsBlock(code, at + 1)))) {
      depth = 0;
      addLine(code.slice(from, at), fromLine, lines);
      fromLine += countLines(code, from, at) + 1;
      from = at + 1;
    }
  }
  return lines;
}

/** At the margin no expression goes on so: a bracket was left open, and only its own statement is lost. */
function startsBlock(code: string, at: number): boolean {
  return ['def ', 'class ', 'async def ', '@'].some((start) => code.startsWith(start, at));
}

function addLine(raw: string, line: number, lines: PythonLine[]): void {
  const code = raw.replace(/\\?\n\s*/g, ' ').trim();
  if (code === '') return;
  const blank = /^\s*/.exec(raw)?.[0] ?? '';
  const rows = blank.split('\n');
  lines.push({ line: line + rows.length - 1, indent: widthOf(rows.at(-1) ?? ''), code: code.slice(0, longestLine) });
}

function widthOf(blank: string): number {
  let width = 0;
  for (const character of blank) width += character === '\t' ? tabWidth - (width % tabWidth) : 1;
  return width;
}

// Names may be of any script.
const definition = /^(?:async\s+)?def\s+([\p{L}\p{M}\p{N}_]+)\s*\(/u;
const classHead = /^class\s+([\p{L}_][^:]{0,400})/u;

/** Every function and method, also those within others. */
export function readPythonFunctions(lines: readonly PythonLine[]): PythonFunction[] {
  const functions: PythonFunction[] = [];
  const around: { readonly indent: number; readonly head: string }[] = [];
  let decorators: string[] = [];
  for (const [at, { code, indent, line }] of lines.entries()) {
    while ((around.at(-1)?.indent ?? -1) >= indent) around.pop();
    if (code.startsWith('@')) {
      decorators.push(code);
      continue;
    }
    const head = classHead.exec(code)?.[1];
    if (head !== undefined) around.push({ indent, head: head.trim() });
    const name = definition.exec(code)?.[1];
    if (name !== undefined) {
      const classes = around.map((each) => each.head);
      functions.push({ name, classes, decorators, signature: code, line, ...readBody(lines, at) });
    }
    decorators = [];
  }
  return functions;
}

function readBody(
  lines: readonly PythonLine[],
  at: number,
): Pick<PythonFunction, 'body' | 'endLine' | 'hasDocumentation'> {
  const head = lines[at];
  if (head === undefined) return { body: [], endLine: 1, hasDocumentation: false };
  const inline = inlineBody(head);
  if (inline !== null) return { body: [inline], endLine: head.line, hasDocumentation: false };
  let end = at + 1;
  while ((lines[end]?.indent ?? -1) > head.indent) end += 1;
  const body = lines.slice(at + 1, Math.min(end, at + 1 + longestBody));
  const hasDocumentation = /^[rRuU]?("""|'''|"|').*\1$/s.test(body[0]?.code ?? '');
  return { body: hasDocumentation ? body.slice(1) : body, endLine: body.at(-1)?.line ?? head.line, hasDocumentation };
}

/** So much of a function is looked at. */
const longestBody = 600;

/** `def f(): pass` */
function inlineBody({ code, line, indent }: PythonLine): PythonLine | null {
  const [, rest = ''] = /\)\s*(?:->[^:]{1,300})?:\s*(\S.*)$/.exec(code) ?? [];
  return rest === '' ? null : { code: rest, line, indent: indent + 1 };
}
