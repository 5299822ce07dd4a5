import { gunzipSync } from 'node:zlib';
import { decimalLists, isReadable, moreDecoders } from './more-decoders.ts';

/**
 * Reads a secret out of text as a curious person would: by the decoders at hand, one after the other. Independent of the
 * redactor: it knows none of its code. Sixteen characters in a row are a leak.
 */
export function isLeaking(text: string, secret: string): boolean {
  return findLeak(text, secret) !== null;
}

const window = 16;
const depth = 3;

/** What of the secret can be read, and how. */
export function findLeak(text: string, secret: string): string | null {
  const parts = partsOf(secret);
  const seen = new Set([text]);
  let level = [{ text, how: 'plain' }];
  for (let round = 0; round <= depth; round += 1) {
    for (const { text: candidate, how } of level) {
      const shown = strip(candidate).toLowerCase();
      for (let at = 0; at + window <= shown.length; at += 1) {
        const part = shown.slice(at, at + window);
        if (parts.has(part)) return `${part} (${how})`;
      }
    }
    const next = level.flatMap(({ text: candidate, how }) =>
      Object.entries(allDecoders).flatMap(([name, decode]) =>
        decode(candidate).map((decoded) => ({ text: decoded, how: `${how} → ${name}` })),
      ),
    );
    level = next.filter(({ text: decoded }) => decoded.length >= window && !seen.has(decoded)).slice(0, 400);
    for (const { text: decoded } of level) seen.add(decoded);
  }
  return null;
}

/** All windows of the secret, forwards and backwards, in small letters and without spaces. */
function partsOf(secret: string): Set<string> {
  const plain = strip(secret).toLowerCase();
  const parts = [plain, [...plain].reverse().join('')].flatMap((text) =>
    Array.from({ length: Math.max(0, text.length - window + 1) }, (_, at) => text.slice(at, at + window)),
  );
  return new Set(parts);
}

function strip(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\s\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g, '');
}

type Decode = (text: string) => string[];

const decoders: Record<string, Decode> = {
  percent: (text) =>
    onlyIfChanged(
      text,
      text.replace(/%([0-9a-f]{2})/gi, (_, hex) => fromHex(hex)),
    ),
  json: (text) => onlyIfChanged(text, unescapeJson(text)),
  html: (text) => onlyIfChanged(text, unescapeHtml(text)),
  hex: (text) => hexRuns(text).flatMap((run) => [run, run.slice(1)].map(fromHex)),
  dump: (text) => onlyIfChanged('', joinDump(text)),
  decimal: decimalLists,
  base64: (text) => base64Runs(text).flatMap((run) => [0, 1, 2, 3].map((shift) => fromBase64(run.slice(shift)))),
  gzip: (text) => base64Runs(text).flatMap(unpack),
};

const allDecoders: Record<string, Decode> = {
  ...decoders,
  ...Object.fromEntries(
    Object.entries(moreDecoders).map(([name, decode]) => [name, (text: string) => decode(text).filter(isReadable)]),
  ),
};

function onlyIfChanged(before: string, after: string): string[] {
  return before === after ? [] : [after];
}

function fromHex(digits: string): string {
  return Buffer.from(digits, 'hex').toString('latin1');
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('latin1');
}

function unescapeJson(text: string): string {
  return text
    .replace(/\\\\/g, '\\')
    .replace(/\\(?:u([0-9a-f]{4})|u\{([0-9a-f]+)\}|x([0-9a-f]{2}))/gi, (_, long, braced, short) =>
      String.fromCharCode(Number.parseInt(long ?? braced ?? short, 16)),
    )
    .replace(/\\([0-3][0-7]{2})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
    .replace(/\\(["\\/])/g, '$1');
}

function unescapeHtml(text: string): string {
  const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => names[name] ?? '');
}

function hexRuns(text: string): string[] {
  const joined = text.replace(/0x/gi, '').replace(/[\s,:;-]/g, '');
  return joined.match(/[0-9a-f]{32,}/gi) ?? [];
}

/** The middle of a hex dump, without its places and its last column. */
function joinDump(text: string): string {
  const lines = [...text.matchAll(/^[0-9a-f]{6,8}:? +((?:[0-9a-f]{2,4} ?)+)/gim)];
  return fromHex(lines.map(([, digits = '']) => digits.replace(/\s/g, '')).join(''));
}

function base64Runs(text: string): string[] {
  return [
    ...(text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []),
    ...(text.replace(/\s/g, '').match(/[A-Za-z0-9+/_-]{20,}/g) ?? []),
  ];
}

function unpack(run: string): string[] {
  try {
    return run.startsWith('H4sI') ? [gunzipSync(Buffer.from(run, 'base64')).toString('latin1')] : [];
  } catch {
    return [];
  }
}
