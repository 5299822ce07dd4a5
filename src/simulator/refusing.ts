import type { WireProvider } from '../model/credential.ts';
import type { Delivery } from './deliver.ts';
import type { Refusal } from './limits.ts';
import type { Fault } from './setup.ts';
import type { Page, Personality, Refused } from './wire/personality.ts';

export const notAuthorized: Refusal = { kind: 'auth', dimension: null, limit: null, waitMs: null };
export const badRequest: Refusal = { kind: 'request', dimension: null, limit: null, waitMs: null };

/** What a refusal shows of a key: OpenAI and those like it show both ends of it, and one fault shows all. */
export function showKey(key: string | null, provider: WireProvider, fault: Fault | null): string | null {
  if (key === null || fault?.kind === 'echo-key') return key;
  const isShown = provider === 'openai' || provider === 'openai-compatible';
  return isShown ? `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}` : null;
}

/** The delivery of a refusal. */
export function makeRefusal(
  personality: Personality,
  refused: Refused,
  fault: Fault | null,
  headers: Readonly<Record<string, string>>,
): Delivery {
  if (fault?.kind === 'html-429') return makeHtml(fault.status ?? 429, headers['date'] ?? '');
  const page = personality.renderRefusal(refused);
  return makeJson(page.status, { ...page.headers, ...headers }, page.body);
}

export function makeJson(status: number, headers: Page['headers'], body: unknown): Delivery {
  const bytes = JSON.stringify(body);
  const all = { 'content-type': 'application/json', ...headers, 'content-length': String(Buffer.byteLength(bytes)) };
  return { status, headers: all, pieces: [{ bytes, atMs: 0 }], ending: 'end' };
}

function makeHtml(status: number, date: string): Delivery {
  const bytes = `<!DOCTYPE html><html><head><title>${status}</title></head><body>Too many requests</body></html>\n`;
  return { status, headers: { 'content-type': 'text/html', date }, pieces: [{ bytes, atMs: 0 }], ending: 'end' };
}
