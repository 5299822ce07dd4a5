import { nameOf } from '../../../frameworks/paths.ts';
import type { GateResult } from '../evidence.ts';
import { count, type JudgedChange } from './judged-change.ts';
import { isLockFile } from './lock-files.ts';
import { makeResult } from './make-result.ts';
import type { AddedRow } from './patch-rows.ts';
import { findAssignments } from './secret-assignments.ts';
import { findShapes, isMadeUp } from './secret-shapes.ts';

/** Files that are there to hold secrets, whatever they hold. */
const secretFile =
  /^(?:\.env|\.env\.(?:local|production|prod|staging)|\.netrc|\.pgpass|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|.*\.(?:p12|pfx|jks|keystore|kdbx))$/i;

/** No secret in added lines. Contract: a finding says where and of what kind it is, and never shows it. */
export function judgeSecrets({ files, after, rowsOf }: JudgedChange): GateResult {
  const present = files.filter(({ kind }) => kind !== null);
  const rows = present.map(({ path }) => rowsOf(path).length).reduce((sum, each) => sum + each, 0);
  const failed = present.flatMap(({ path, change }) => [
    ...(change === 'added' && secretFile.test(nameOf(path)) ? [`${path}: a file of this name holds secrets`] : []),
    ...findKnown(path, rowsOf(path), after.get(path) ?? ''),
    ...findInRows(path, rowsOf(path)),
  ]);
  return makeResult('secrets', `${count(failed.length, 'secret')} in ${count(rows, 'added line')}`, { failed });
}

/** As the redactor writes it. */
const mask = /\[redacted(?::[^\]]*)?\]/;

/** The patch is redacted, as all that is kept, and the file is not: a mask that does not stand there hides one of our own. */
function findKnown(path: string, rows: readonly AddedRow[], text: string): string[] {
  const masked = rows.filter((row) => mask.test(row.text) && !text.includes(row.text.trimEnd()));
  return masked.map(({ line }) => `${path}:${line}: this is a key that this batch works with; it is not shown here`);
}

/** The same of a whole text. */
export function findSecrets(path: string, text: string): string[] {
  const rows = text.split('\n').map((line, at) => ({ line: at + 1, text: line }));
  return findInRows(path, rows);
}

/** No line without a long run of such characters, or a name before a host, holds a secret: most are done by one look. */
const suspicious = /[\w+/.~-]{16}|:\/\/\S{1,300}@/;

function findInRows(path: string, rows: readonly AddedRow[]): string[] {
  const isLock = isLockFile(path);
  return rows.flatMap(({ line, text }, at) => {
    const isPlain = !suspicious.test(text);
    const seen = isPlain ? [] : [...findShapes(text), ...(isLock ? [] : findAssignments(path, text))];
    const kinds = new Set(seen.filter(({ value }) => !isMadeUp(value)).map(({ what }) => what));
    if (beginsPrivateKey(text, rows[at + 1]?.text ?? '')) kinds.add('a private key');
    // What has a maker's shape needs no other name.
    if (kinds.size > 1) kinds.delete('a secret that is given to a name');
    return [...kinds].map((what) => `${path}:${line}: this looks like ${what}; it is not shown here`);
  });
}

/** Only with something of its content: code may well speak of the mark alone. */
function beginsPrivateKey(row: string, next: string): boolean {
  const mark = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.exec(row);
  if (mark === null) return false;
  const rest = row.slice(mark.index + mark[0].length, mark.index + mark[0].length + 400);
  const body = /[A-Za-z0-9+/]{40}/;
  return body.test(rest) || body.test(next.slice(0, 400)) || /^[\s"'+]*(?:Proc-Type|Version):/.test(next);
}
