import type { IncomingHttpHeaders } from 'node:http';

/** All headers of a message: names in small letters; one that came several times is one line. */
export function headersOf({ headers }: { readonly headers: IncomingHttpHeaders }): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joinHeader(value)]));
}

export function joinHeader(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
