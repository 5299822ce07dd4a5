import { parseLld } from '../governance/lld/parse-lld.ts';
import type { LldBrief } from '../sources/lld-folder.ts';

/** What the plan needs of a design. A row whose change type is unknown still names a file that will be touched. */
export function readBrief(text: string): LldBrief {
  const { title, header, files } = parseLld(text);
  return { title: title?.text ?? null, status: header?.status?.value ?? null, touches: files.map(({ path }) => path) };
}
