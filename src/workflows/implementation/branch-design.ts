import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { readFileBytes } from '../../store/text-file.ts';
import { findSecrets } from './gates/secrets.ts';
import { designCopyPath } from './lineage-places.ts';
import type { LoadedLld } from './load-lld.ts';
import type { ImplementationOrder } from './order.ts';

/** Where somebody who has nothing but the branch finds the design that was implemented. */
export type BranchDesign =
  /** In the base already, byte for byte. */
  | { readonly kind: 'base'; readonly path: string }
  /** Written by us beside the reports. */
  | { readonly kind: 'copy'; readonly path: string }
  /** Not at all: its text is not to be written there. */
  | { readonly kind: 'none'; readonly path: null };

/** Whether a fresh checkout of the base holds this very design. */
export function holdsDesign(root: string, inputPath: string, sha256: string): boolean {
  if (isAbsolute(inputPath) || normalize(inputPath).startsWith('..')) return false;
  const path = join(root, inputPath);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && hash('sha256', readFileBytes(path, stat.size), 'hex') === sha256;
}

/** A design that was redacted, or looks as if it held a secret, is not put where it would be pushed. */
export function placeDesign(
  { task }: Pick<ImplementationOrder, 'task'>,
  { text, sha256 }: Pick<LoadedLld, 'text' | 'sha256'>,
  isInBase: boolean,
): BranchDesign {
  if (isInBase) return { kind: 'base', path: task.inputPath };
  const path = designCopyPath(task.id);
  const isWhole = hash('sha256', text, 'hex') === sha256;
  return isWhole && findSecrets(path, text).length === 0 ? { kind: 'copy', path } : { kind: 'none', path: null };
}
