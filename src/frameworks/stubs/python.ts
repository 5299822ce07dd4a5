import { type ChangedFile, touches } from '../changed-file.ts';
import { between } from '../source/between.ts';
import { type MaskedComment, maskSource } from '../source/mask.ts';
import { type PythonFunction, readPythonFunctions, readPythonLines } from '../source/python-blocks.ts';
import { type FoundStub, idleName, isReason, notImplemented, type Stub, standInComment, todoComment } from './stub.ts';

const declaredOnly = /\b(?:abstractmethod|abstractproperty|overload|final_abstract)\b/;
const declaringClass =
  /\b(?:Protocol|ABC|ABCMeta|Interface)\b|^(?:Abstract|Base|I[A-Z])\w*|^\w*(?:Base|Interface|Protocol|Mixin)\b/;
const trivialReturn = /^return(?:\s+(?:None|True|False|\d+|\[\s*\]|\{\s*\}|\(\s*\)|["']\s*["']))?$/;

export function findPythonStubs(change: ChangedFile): Stub[] {
  if (change.path.endsWith('.pyi')) return [];
  const text = change.text.replaceAll('\r\n', '\n');
  const rows = text.split('\n');
  const { comments } = maskSource(text, 'python');
  return readPythonFunctions(readPythonLines(text)).flatMap((each): Stub[] => {
    const inside = between(comments, each.line, each.endLine + 1);
    const found = judge(each, inside, rows);
    if (found === null || !touches(change, found.line, found.line)) return [];
    return [{ path: change.path, name: each.name, ...found }];
  });
}

function judge(
  { name, classes, decorators, body, line }: PythonFunction,
  comments: readonly MaskedComment[],
  rows: readonly string[],
): FoundStub | null {
  const isDeclared =
    decorators.some((each) => declaredOnly.test(each)) || classes.some((head) => declaringClass.test(head));
  const statements = body.filter(({ code }) => !/^(?:pass|\.\.\.)$/.test(code));
  const raised = statements.find(({ code, line: at }) => isNotImplemented(code, rows[at - 1] ?? ''));
  if (raised !== undefined)
    return isDeclared ? null : { kind: 'not-implemented', line: raised.line, text: raised.code };
  const todo = comments.find(({ text }) => todoComment.test(text));
  const isTrivial = statements.every(({ code }) => trivialReturn.test(code));
  if (todo !== undefined && isTrivial) return { kind: 'todo', line: todo.line, text: todo.text };
  const last = statements.at(-1);
  if (last !== undefined) {
    const beside = comments.find(
      (comment) => last.line - comment.line <= 1 && comment.line <= last.line && standInComment.test(comment.text),
    );
    return isTrivial && beside !== undefined
      ? { kind: 'stand-in', line: last.line, text: `${last.code} ${beside.text}` }
      : null;
  }
  const isExplained =
    isDeclared || idleName.test(name) || name.startsWith('__') || comments.some(({ text }) => isReason(text));
  return isExplained ? null : { kind: 'empty', line: body[0]?.line ?? line, text: name };
}

/** The code shows that something is raised, the row what it says. */
function isNotImplemented(code: string, row: string): boolean {
  if (/^raise\s+NotImplementedError\b/.test(code)) return true;
  return /^raise\s+\w+\s*\(/.test(code) && notImplemented.test(row.slice(row.indexOf('(')));
}
