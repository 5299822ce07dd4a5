/** The pages that a `Link` header leads to; null where it names none. */
export interface Links {
  readonly next: string | null;
  readonly last: string | null;
}

const longestHeader = 16 * 1024;

export function readLinks(header: string | undefined): Links {
  const found = new Map<string, string>();
  for (const [, url = '', relation = ''] of (header ?? '').slice(0, longestHeader).matchAll(link)) {
    if (!found.has(relation)) found.set(relation, url);
  }
  return { next: found.get('next') ?? null, last: found.get('last') ?? null };
}

/** `<https://api.github.com/…?page=2>; rel="next"`. */
const link = /<([^<>\s]{1,4096})>;\s*rel="(next|last)"/g;
