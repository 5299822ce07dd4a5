import { inspect } from 'node:util';
import { deflateSync, gzipSync } from 'node:zlib';

/** One way to write a text. */
export type Encoding = (text: string) => string;

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const hexOf = (text: string) => bytesOf(text).toString('hex');
const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');
const code = (character: string) => character.charCodeAt(0);
const cut = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? [];
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');
const octal = (text: string) => each(text, (character) => ` ${code(character).toString(8).padStart(3, '0')}`).trim();

/** As tools print bytes: sixteen a line, after the place of the first one. */
function printRows(text: string, write: (part: string) => string, radix = 8): string {
  return cut(text, 16)
    .map((part, row) => `${(row * 16).toString(radix).padStart(7, '0')} ${write(part)}`)
    .join('\n');
}

function swapWords(text: string): string {
  const even = text.length % 2 === 0 ? text : `${text}\0`;
  return cut(bytesOf(even).swap16().toString('hex'), 4).join(' ');
}

/** Bytes in groups, each a number that is written in other digits; of what is missing, no digits are written. */
function writeGroups(text: string, bytes: number, letters: number, alphabet: string): string {
  return cut(text, bytes)
    .map((group) => {
      let number = BigInt(`0x${hexOf(group.padEnd(bytes, '\0'))}`);
      let written = '';
      for (let at = 0; at < letters; at += 1) {
        written = (alphabet[Number(number % BigInt(alphabet.length))] ?? '') + written;
        number /= BigInt(alphabet.length);
      }
      return written.slice(0, Math.ceil((group.length * letters) / bytes));
    })
    .join('');
}

const range = (from: number, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => from + at));
const capitals = range(0x41, 26);
const digits = '0123456789';
const rfc1924 = `${digits}${capitals}${capitals.toLowerCase()}!#$%&()*+-;<=>?@^_\`{|}~`;
const uuLetters = range(0x20, 64).replace(' ', '`');

export function toBase32(text: string): string {
  const written = writeGroups(text, 5, 8, `${capitals}234567`);
  return written.padEnd(Math.ceil(written.length / 8) * 8, '=');
}

export function uuencode(text: string): string {
  const lines = cut(text, 45).map((part) => {
    const whole = part.padEnd(Math.ceil(part.length / 3) * 3, '\0');
    return `${uuLetters[part.length]}${writeGroups(whole, 3, 4, uuLetters)}`;
  });
  return `begin 644 key\n${lines.join('\n')}\n\`\nend`;
}

export function escapeHtml(character: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return names[character] ?? character;
}

/** How tools and languages write what they were given, as they do it. */
export const encodings = {
  'list of characters, printed': (text) => inspect([...text], { maxArrayLength: null }),
  'list of characters': (text) => JSON.stringify([...text]),
  'list of characters, one a line': (text) => JSON.stringify([...text], null, 2),
  'object of characters': (text) => JSON.stringify({ ...text.split('') }),
  'object of characters, printed': (text) => inspect({ ...text.split('') }),
  'object of characters, one a line': (text) => JSON.stringify({ ...text.split('') }, null, 2),
  'object of bytes': (text) => JSON.stringify({ ...Uint8Array.from(bytesOf(text)) }),
  'object of bytes, one a line': (text) => JSON.stringify({ ...Uint8Array.from(bytesOf(text)) }, null, 4),
  'list of bytes': (text) => JSON.stringify([...bytesOf(text)]),
  'list of bytes, one a line': (text) => JSON.stringify([...bytesOf(text)], null, 2),
  'decimal numbers': (text) => [...bytesOf(text)].join(' '),
  'od -x': (text) => printRows(text, swapWords),
  hexdump: (text) => printRows(text, swapWords, 16),
  'od -b': (text) => printRows(text, octal),
  'octal numbers': octal,
  'binary numbers': (text) => each(text, (character) => `${code(character).toString(2).padStart(8, '0')} `),
  hexadecimal: hexOf,
  'hexadecimal, capital': (text) => hexOf(text).toUpperCase(),
  'hexadecimal, with colons': (text) => cut(hexOf(text), 2).join(':'),
  base64,
  base64url: (text) => bytesOf(text).toString('base64url'),
  'base64, wrapped': (text) => cut(base64(text), 76).join('\n'),
  'base64 of utf-16': (text) => base64(Buffer.from(`$k='${text}'`, 'utf16le')),
  'zlib, base64': (text) => base64(deflateSync(`key=${text}`)),
  'gzip, base64': (text) => base64(gzipSync(text)),
  'gzip, base64, indented': (text) =>
    `  ${cut(base64(gzipSync(`${text}${'0123456789abcdef'.repeat(3)}`)), 76).join('\n  ')}`,
  overstruck: (text) => each(text, (character) => `${character}\b${character}`),
  base32: toBase32,
  ascii85: (text) => writeWide(text, range(0x21, 85)),
  base85: (text) => writeWide(text, rfc1924),
  uuencode,
  'quoted-printable': (text) => {
    const written = text.replace(/[=\n\r]/g, (character) => `=${hexOf(character).toUpperCase()}`);
    return (written.match(/(?:=[0-9A-F]{2}|[^=]){1,70}/g) ?? []).join('=\r\n');
  },
  'quoted-printable, all': (text) => each(text, (character) => `=${hexOf(character).toUpperCase()}`),
  percent: (text) => encodeURIComponent(text),
  'percent, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'percent, all': (text) => each(text, (character) => `%${hexOf(character)}`),
  html: (text) => each(text, escapeHtml),
  'html, all': (text) => each(text, (character) => `&#${code(character)};`),
  json: (text) => JSON.stringify({ key: text }),
  'json, all': (text) => each(text, (character) => `\\u00${hexOf(character)}`),
  reversed: (text) => [...text].reverse().join(''),
} satisfies Readonly<Record<string, Encoding>>;

export type EncodingName = keyof typeof encodings;

/** The last group is one letter longer than it has bytes. */
function writeWide(text: string, alphabet: string): string {
  const last = text.length % 4;
  const whole = writeGroups(text.slice(0, text.length - last), 4, 5, alphabet);
  return last === 0 ? whole : whole + writeGroups(text.slice(-last).padEnd(4, '\0'), 4, 5, alphabet).slice(0, last + 1);
}
