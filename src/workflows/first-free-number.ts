import { readdirSync, statSync } from 'node:fs';

/** Of a trail: one above the highest ever used there, also by a temporary file, so that nothing of it is overwritten. */
export function firstFreeNumber(folder: string): number {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isFolder ? readdirSync(folder) : [];
  return 1 + names.reduce((highest, name) => Math.max(highest, Number(name.match(/^(\d{3,15})-/)?.[1] ?? 0)), 0);
}
