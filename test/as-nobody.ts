import { chownSync } from 'node:fs';

const nobody = 65_534;

/** Mode bits mean nothing to root, so that it has to be somebody else. */
export function asNobody(folder: string, work: () => void): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  if (isRoot) process.seteuid?.(nobody);
  try {
    work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
