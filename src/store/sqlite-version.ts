/** Before this one, two connections that write at once could in rare cases damage a database in WAL mode. */
const fixedIn = [3, 51, 3];

/** What is wrong with this SQLite; null if nothing is. Versions that cannot be read are believed. */
export function warnOfSqlite(version: string | undefined): string | null {
  const parts = (version ?? '').split('.').map(Number);
  if (version === undefined || parts.some(Number.isNaN)) return null;
  const first = fixedIn.findIndex((part, at) => (parts[at] ?? 0) !== part);
  if (first === -1 || (parts[first] ?? 0) > (fixedIn[first] ?? 0)) return null;
  return `this Node has SQLite ${version}, which can in rare cases damage checkpoints; ${fixedIn.join('.')} cannot: use a newer Node`;
}
