const fileHead = /^\+\+\+ (?:b\/)?(.{1,4096}?)(?:\t.*)?$/;
const hunkHead = /^@@ -\d{1,9}(?:,\d{1,9})? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** The lines that a unified diff adds, by the path that they are added to. Deleted files have none. */
export function readAddedLines(patch: string): Map<string, Set<number>> {
  const added = new Map<string, Set<number>>();
  let lines: Set<number> | null = null;
  let line = 0;
  let left = 0;
  for (const row of patch.split('\n')) {
    // Within a hunk a line may look like anything.
    if (left > 0 && lines !== null) {
      if (row.startsWith('+')) lines.add(line);
      if (row.startsWith('-') || row.startsWith('\\')) continue;
      line += 1;
      left -= 1;
      continue;
    }
    const [, from, count = '1'] = hunkHead.exec(row) ?? [];
    if (from !== undefined) {
      line = Number(from);
      left = Number(count);
      continue;
    }
    const path = fileHead.exec(row)?.[1];
    if (path === undefined) continue;
    const name = unquote(path);
    lines = name === '/dev/null' ? null : (added.get(name) ?? new Set());
    if (lines !== null) added.set(name, lines);
  }
  return added;
}

/** Git quotes paths that are not plain. */
function unquote(path: string): string {
  if (!path.startsWith('"')) return path;
  const bytes: number[] = [];
  const inner = path.replace(/^"(?:b\/)?|"$/g, '');
  for (let at = 0; at < inner.length; at += 1) {
    const octal = /^\\([0-7]{3})/.exec(inner.slice(at, at + 4))?.[1];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    } else {
      if (inner.charAt(at) === '\\') at += 1;
      bytes.push(...Buffer.from(inner.charAt(at)));
    }
  }
  return Buffer.from(bytes).toString('utf8');
}
