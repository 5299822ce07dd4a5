/** A line that a patch adds. */
export interface AddedRow {
  /** In the file as it is afterwards, counted from 1. */
  readonly line: number;
  readonly text: string;
}

const hunkHead = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/**
 * The lines that a unified diff of git adds, by the path that they are added to. Of a link it is the place that it leads to.
 * Contract: never throws; within a hunk no line is taken for a head, whatever it looks like.
 */
export function readAddedRows(patch: string): Map<string, AddedRow[]> {
  const added = new Map<string, AddedRow[]>();
  let rows: AddedRow[] | null = null;
  let [line, oldLeft, newLeft] = [0, 0, 0];
  for (const row of patch.split('\n')) {
    if (oldLeft > 0 || newLeft > 0) {
      const mark = row.charAt(0);
      if (mark === '\\') continue;
      if (mark === '+') rows?.push({ line, text: row.slice(1) });
      if (mark !== '+') oldLeft -= 1;
      if (mark === '-') continue;
      line += 1;
      newLeft -= 1;
      continue;
    }
    const head = hunkHead.exec(row);
    if (head !== null) [oldLeft, line, newLeft] = [Number(head[1] ?? 1), Number(head[2]), Number(head[3] ?? 1)];
    else if (row.startsWith('diff --git ')) rows = null;
    else if (row.startsWith('+++ ')) rows = openRows(added, readPath(row.slice('+++ '.length)));
  }
  return added;
}

function openRows(added: Map<string, AddedRow[]>, path: string | null): AddedRow[] | null {
  if (path === null) return null;
  const rows = added.get(path) ?? [];
  added.set(path, rows);
  return rows;
}

/** Null for a file that is gone. Git quotes names that are not plain, and ends others with a tab if they hold a space. */
export function readPath(written: string): string | null {
  const path = written.startsWith('"') ? unquote(written) : written.replace(/\t$/, '');
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function unquote(quoted: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, letter, plain = ''] of quoted.slice(1).matchAll(/\\([0-7]{3})|\\(.)|([^\\"]+)/gs)) {
    if (octal !== undefined) bytes.push(Buffer.of(Number.parseInt(octal, 8) & 0xff));
    else if (letter !== undefined) bytes.push(Buffer.from(toCharacter(letter)));
    else bytes.push(Buffer.from(plain));
  }
  return Buffer.concat(bytes).toString('utf8');
}

function toCharacter(letter: string): string {
  const code = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  return code === undefined ? letter : String.fromCharCode(code);
}
