import { clip } from '../page.ts';
import { type LogicalLine, readLogicalLines } from './python-lines.ts';
import { firstLineOf, type Signature } from './signature.ts';

const definition = /^(async\s+def|def|class)\s+(\w+)/;
const branch = /^(if|elif|else|try|except|finally|with|for|while|match|case)\b/;
const constant = /^(?:[A-Z][A-Z0-9_]{2,}|__all__)$/;
const assigned = /^(\w+)\s*(?=[:=](?!=))/;
const call = /^[A-Za-z_][\w.]*\(/;
const docString = /^[rRuUbB]{0,2}("""|'''|"|')/;
const longestHead = 500;

interface Block {
  readonly indent: number;
  readonly kind: 'class' | 'def' | 'branch';
}

/**
 * Classes with their fields, functions and methods with their decorators, and constants; nothing that is local to a
 * function.
 */
export function outlinePython(text: string): Signature[] {
  const lines = readLogicalLines(text);
  const signatures: Signature[] = [];
  let blocks: Block[] = [];
  let decorators: string[] = [];
  for (const [at, line] of lines.entries()) {
    blocks = blocks.filter(({ indent }) => indent < line.indent);
    const isLocal = blocks.some(({ kind }) => kind === 'def');
    const depth = blocks.filter(({ kind }) => kind === 'class').length;
    if (!isLocal && line.text.startsWith('@')) {
      decorators.push(line.text);
      continue;
    }
    const kind = definition.exec(line.text)?.[1];
    if (kind !== undefined) {
      if (!isLocal) signatures.push(...describeDefinition(line, depth, decorators, lines[at + 1]));
      blocks.push({ indent: line.indent, kind: kind === 'class' ? 'class' : 'def' });
    } else if (branch.test(line.text)) blocks.push({ indent: line.indent, kind: 'branch' });
    else if (blocks.length === depth) signatures.push(...describeAssignment(line.text, depth));
    decorators = [];
  }
  return signatures;
}

function describeDefinition(
  line: LogicalLine,
  depth: number,
  decorators: readonly string[],
  next: LogicalLine | undefined,
): Signature[] {
  const [, , name = ''] = definition.exec(line.text) ?? [];
  if (depth > 0 && /^_(?!_)|^__(?!init__|call__|enter__|exit__|aenter__|aexit__|iter__|getitem__)/.test(name))
    return [];
  const head = headOf(line.text);
  const doc = next !== undefined && next.indent > line.indent ? docOf(next.text) : null;
  const marks = decorators.map((decorator) => `${clip(decorator, 120)} `).join('');
  return [{ name, depth, text: clip(marks + head, longestHead), doc }];
}

/** Up to the colon that opens the body. */
function headOf(text: string): string {
  return tidy(text.slice(0, findOutside(text, ':')));
}

/** Where a character first stands outside of brackets and strings; the end if it does not. */
function findOutside(text: string, wanted: string): number {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === wanted && depth === 0) return at;
  }
  return text.length;
}

function tidy(head: string): string {
  return head
    .replace(/\s+/g, ' ')
    .replace(/([([{]) /g, '$1')
    .replace(/,? ([)\]}])/g, '$1');
}

/** A constant of the module, or a field of a class that others may use. */
function describeAssignment(text: string, depth: number): Signature[] {
  const name = assigned.exec(text)?.[1];
  if (name === undefined || !(depth === 0 ? constant.test(name) : /^[^_]/.test(name))) return [];
  const valueAt = findOutside(text, '=');
  const field = tidy(text.slice(0, valueAt).trimEnd());
  const value = text.slice(valueAt + 1).trim();
  const shown = value === '' ? field : `${field} = ${showValue(name, value)}`;
  return [{ name, depth, text: clip(shown, longestHead), doc: null }];
}

/** Numbers and truth are shown, and what is called; everything else may be a secret or long. `__all__` is names. */
function showValue(name: string, value: string): string {
  if (name === '__all__' || /^(-?[\d._]+|True|False|None)$/.test(value)) return clip(tidy(value), 300);
  const called = call.exec(value)?.[0];
  return called === undefined ? '…' : `${called}…)`;
}

function docOf(text: string): string | null {
  const quotes = docString.exec(text)?.[1];
  if (quotes === undefined) return null;
  const inner = text.slice(text.indexOf(quotes) + quotes.length);
  return firstLineOf(inner.endsWith(quotes) ? inner.slice(0, -quotes.length) : inner);
}
