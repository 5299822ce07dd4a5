import type { GithubClient, Wanted } from './client.ts';
import { invalidReply } from './trouble.ts';

export const pageSize = 100;

const mostPages = 1000;
const mostItems = 100_000;

/** Every item of a list, page after page. A list without an end is refused. */
export async function* readPages(client: GithubClient, first: string, wanted: Wanted): AsyncGenerator<unknown, void> {
  const seen = new Set<string>();
  let items = 0;
  for (let url: string | null = first; url !== null; ) {
    if (seen.has(url) || seen.size === mostPages) throw endless(wanted.what, seen.size);
    seen.add(url);
    const page: { data: unknown; next: string | null } = await client.get(url, wanted);
    const list = expectList(page.data, wanted.what);
    items += list.length;
    if (items > mostItems) throw endless(wanted.what, seen.size);
    yield* list;
    url = page.next;
  }
}

export function expectList(data: unknown, what: string): readonly unknown[] {
  if (Array.isArray(data)) return data;
  throw invalidReply(what, 'the reply is no list');
}

function endless(what: string, pages: number): Error {
  return invalidReply(what, `the list has no end (given up after ${pages} pages): narrow it down by --label or --ids`);
}
