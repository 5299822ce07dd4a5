import { folderOf, normalise } from '../../../frameworks/paths.ts';
import { pathDefect } from '../../../governance/checks/file-path.ts';
import { hidesCharacters } from '../../../model/hidden-characters.ts';
import type { ChangedFile } from '../../../worktrees/diff-listing.ts';
import type { GateResult } from '../evidence.ts';
import { findHiddenRows } from './hidden-rows.ts';
import { count, type JudgedChange } from './judged-change.ts';
import { isLockFile } from './lock-files.ts';
import { type Findings, makeResult } from './make-result.ts';

const maxFileBytes = 5 * 1024 * 1024;

/** Nothing that leads out of the repository, hides from its readers, or swells it. */
export function judgeContent(change: JudgedChange): GateResult {
  const { input, files } = change;
  const found = files.map((file) => judgeFile(file, change));
  const cut = input.diff.isPatchCut ? ['the change is too large to be judged as a whole'] : [];
  const failed = [...cut, ...found.flatMap((each) => each.failed ?? [])];
  const warned = found.flatMap((each) => each.warned ?? []);
  const summary = `${count(failed.length, 'fault')} in what ${count(files.length, 'changed file')} are and hold`;
  return makeResult('content', summary, { failed, warned });
}

function judgeFile(file: ChangedFile, change: JudgedChange): Findings {
  const { path, kind } = file;
  const name = objectToName(path);
  if (kind === null) return { failed: name };
  if (kind === 'submodule') return { failed: [...name, `${path} is a commit of another repository`] };
  if (kind === 'link') return { failed: [...name, ...objectToLink(path, change)] };
  const hidden = findHiddenRows(path, change.rowsOf(path));
  const size = change.input.after.sizeOf(path);
  const unread = objectToUnread(file, size, change);
  const isAnnounced = change.announced.has(path);
  return {
    failed: [
      ...name,
      ...(size > maxFileBytes ? [`${path} has ${size} bytes; no more than ${maxFileBytes} are let in`] : []),
      ...(file.isBinary && !isAnnounced ? [`${path} is binary, and the design does not announce it`] : []),
      ...(file.becameExecutable && !isAnnounced
        ? [`${path} can be executed now, and the design does not announce it`]
        : []),
      ...(isAnnounced ? [] : unread),
      ...(hidden.failed ?? []),
    ],
    warned: [...objectToMode(file, change), ...(isAnnounced ? unread : []), ...(hidden.warned ?? [])],
  };
}

function objectToName(path: string): string[] {
  if (hidesCharacters(path) || /[\n\t\\]/.test(path)) return [`the name ${JSON.stringify(path)} is not plain text`];
  const defect = pathDefect(path);
  return defect?.startsWith('lies in') ? [`${path} ${defect}`] : [];
}

/** What nobody reads as text, other gates cannot judge. Lock files are judged by their new lines. */
function objectToUnread({ path, isBinary }: ChangedFile, size: number, { after }: JudgedChange): string[] {
  const isRead = isBinary || size === 0 || isLockFile(path) || typeof after.get(path) === 'string';
  return isRead ? [] : [`${path} is too large to be judged as a text, or is none`];
}

/** A program says what runs it. */
function objectToMode({ path, becameExecutable }: ChangedFile, { after, announced }: JudgedChange): string[] {
  const isProgram = after.get(path)?.startsWith('#!') ?? true;
  return becameExecutable && announced.has(path) && !isProgram ? [`${path} can be executed, and is no program`] : [];
}

function objectToLink(path: string, { rowsOf }: JudgedChange): string[] {
  const target = rowsOf(path)
    .map(({ text }) => text)
    .join('\n');
  if (target === '') return [`${path} is a link, and where it leads cannot be told`];
  const isAbsolute = target.startsWith('/') || /^[A-Za-z]:/.test(target) || target.includes('\\');
  const place = isAbsolute ? null : normalise(`${folderOf(path)}/${target}`);
  if (place === null) return [`${path} is a link that leads out of the repository`];
  return place.split('/').some((step) => step.toLowerCase() === '.git') ? [`${path} is a link into .git`] : [];
}
