import { type ChangedFile, touches } from '../changed-file.ts';
import { between } from '../source/between.ts';
import { type BraceFunction, readBraceFunctions } from '../source/brace-functions.ts';
import { type MaskedComment, type MaskedLanguage, maskSource } from '../source/mask.ts';
import { type FoundStub, idleName, isReason, notImplemented, type Stub, standInComment, todoComment } from './stub.ts';

const heads: Readonly<Record<'go' | 'rust', RegExp>> = {
  go: /^func\s+(?:\([^)\n]{0,200}\)\s*)?(\w+)/gm,
  rust: /\bfn\s+(\w+)/g,
};
const rustMacro = /\b(todo|unimplemented)!\s*[([{]/;
const trivial =
  /^(?:return\b)?\s*(?:nil|None|true|false|-?\d+|""|"\s*"|Ok\(\(\)\)|Default::default\(\)|Vec::new\(\)|String::new\(\)|\(\))?(?:\s*,\s*nil)*;?$/;
/** Names that only mark a type as one of a kind. */
const marker = /^is[A-Z]/;

export function findBraceStubs(change: ChangedFile, language: Exclude<MaskedLanguage, 'python'>): Stub[] {
  const text = change.text.replaceAll('\r\n', '\n');
  const masked = maskSource(text, language);
  return readBraceFunctions(text, masked, heads[language]).flatMap((each): Stub[] => {
    const inside = between(masked.comments, each.line, each.endLine);
    const found = judge(each, inside, language);
    if (found === null || !touches(change, found.line, found.line)) return [];
    return [{ path: change.path, name: each.name, ...found }];
  });
}

function judge(each: BraceFunction, comments: readonly MaskedComment[], language: 'go' | 'rust'): FoundStub | null {
  const { name, code, line } = each;
  const said = findNotImplemented(each, language);
  if (said !== null) return { kind: 'not-implemented', ...said };
  const statements = code
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const isTrivial = statements.every((statement) => trivial.test(statement));
  const todo = comments.find(({ text }) => todoComment.test(text));
  if (todo !== undefined && isTrivial) return { kind: 'todo', line: todo.line, text: todo.text };
  if (statements.length > 0) {
    const beside = comments.find(({ text }) => standInComment.test(text));
    return isTrivial && beside !== undefined ? { kind: 'stand-in', line: beside.line, text: beside.text } : null;
  }
  const isExplained = idleName.test(name) || marker.test(name) || comments.some(({ text }) => isReason(text));
  return isExplained || name === 'main' || name === 'init' ? null : { kind: 'empty', line, text: name };
}

/** A macro of Rust, or a panic that says so. */
function findNotImplemented(
  { code, text, line }: BraceFunction,
  language: 'go' | 'rust',
): Omit<FoundStub, 'kind'> | null {
  const pattern = language === 'rust' ? rustMacro : /\bpanic\(/;
  const rows = text.split('\n');
  const at = code.split('\n').findIndex((row, index) => {
    if (!pattern.test(row))
      return language === 'rust' && /\bpanic!\(/.test(row) && notImplemented.test(rows[index] ?? '');
    return language === 'rust' || notImplemented.test(rows[index] ?? '');
  });
  return at === -1 ? null : { line: line + at, text: (rows[at] ?? '').trim() };
}
