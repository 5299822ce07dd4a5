import { posix } from 'node:path';
import { parseLld } from '../governance/lld/parse-lld.ts';
import type { LldBrief } from '../sources/lld-folder.ts';

/** What the plan needs of a design. */
export function readBrief(text: string): LldBrief {
  const { title, header, files } = parseLld(text);
  return {
    title: title?.text ?? null,
    status: header?.status?.value ?? null,
    touches: [...new Set(files.flatMap(({ path }) => normalisePath(path)))],
  };
}

/** One spelling for one file; what names no file of the repository touches nothing. */
function normalisePath(path: string): string[] {
  const normal = posix.normalize(path.trim().replaceAll('\\', '/')).replace(/\/$/, '');
  return path.trim() === '' || normal === '.' || normal.startsWith('../') || normal.startsWith('/') ? [] : [normal];
}
