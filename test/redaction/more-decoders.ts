import { constants, unzipSync } from 'node:zlib';

/** More of what a curious person has at hand. Each gives only what can be read. */
export const moreDecoders: Readonly<Record<string, (text: string) => string[]>> = {
  characters: (text) => [joinQuoted(withoutNames(text)), joinQuoted(text), joinQuoted(text.replace(/^[^[{]*/, ''))],
  'named numbers': (text) => decimalLists(withoutNames(text)),
  octal: (text) => [fromNumbers(text, /(?<![\w.])[0-3][0-7]{2}(?![\w.])/g, 8)],
  binary: (text) => [fromNumbers(text, /\b[01]{8}\b/g, 2), ...(text.match(/[01]{128,}/g) ?? []).map(fromBits)],
  'words of two bytes': (text) => [fromWords(text)],
  'named bytes': (text) => [fromNumbers(withoutNames(text), /\b[0-9a-f]{2}\b/gi, 16)],
  base32: (text) => shifts(text, /[A-Z2-7]{26,}/gi, 8, (run) => fromDigits(run.toUpperCase(), base32, 8, 5)),
  ascii85: (text) => shifts(text, /[!-u]{20,}/g, 5, (run) => fromDigits(run, ascii85, 5, 4)),
  base85: (text) =>
    shifts(text, /[0-9A-Za-z!#$%&()*+;<=>?@^_`{|}~-]{20,}/g, 5, (run) => fromDigits(run, rfc1924, 5, 4)),
  uuencode: (text) => [fromUuLines(text)],
  overstruck: (text) => [text.replace(/.\u0008/gs, '')],
  'quoted-printable': (text) => [
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
  ],
  packed: (text) => [
    ...[text, text.replace(/\s/g, ''), text.replace(/\n[\s>|]*/g, '')]
      .flatMap((part) => part.match(/(?:H4sI|e[AFJN])[A-Za-z0-9+/_-]{20,}/g) ?? [])
      .map((run) => unzip(Buffer.from(run, 'base64'))),
    ...(text.match(/1f8b08[0-9a-f]{20,}/g) ?? []).map((run) => unzip(Buffer.from(run, 'hex'))),
  ],
  reversed: (text) => [[...text].reverse().join('')],
};

/** Whether it may be worth another look. */
export function isReadable(text: string): boolean {
  return /[!-~]{12,}|(?:[!-~][\s\b]*){12,}/.test(text.replaceAll('\0', ''));
}

const range = (from: number, count: number) =>
  String.fromCharCode(...Array.from({ length: count }, (_, at) => from + at));
const base32 = `${range(0x41, 26)}234567`;
const ascii85 = range(0x21, 85);
const rfc1924 = `${range(0x30, 10)}${range(0x41, 26)}${range(0x61, 26)}!#$%&()*+-;<=>?@^_\`{|}~`;

/** `"0": "s"` without the first, which only counts. */
function withoutNames(text: string): string {
  return text.replace(/(?:"\d+"|'\d+'|\b\d+)\s*:\s*/g, '');
}

function joinQuoted(text: string): string {
  return Array.from(text.matchAll(/"(\\.|[^\\])"|'(\\.|[^\\])'/gs), ([, double, single]) =>
    (double ?? single ?? '').replace('\\b', '\b').replace('\\n', '\n').replace(/^\\/, ''),
  ).join('');
}

export function decimalLists(text: string): string[] {
  const lists = text.match(/\d{1,3}(?:[\s,]+\d{1,3}){15,}/g) ?? [];
  return lists.map((list) => String.fromCharCode(...list.split(/[\s,]+/).map(Number)));
}

function fromNumbers(text: string, pattern: RegExp, radix: number): string {
  return String.fromCharCode(...(text.match(pattern) ?? []).map((number) => Number.parseInt(number, radix)));
}

function fromBits(run: string): string {
  return fromNumbers(run.replace(/.{8}/g, '$& '), /[01]{8}/g, 2);
}

/** The lower byte comes first. */
function fromWords(text: string): string {
  const words = text.match(/(?<![\w.])[0-9a-f]{4}(?![\w.])/gi) ?? [];
  return Buffer.from(words.join(''), 'hex').swap16().toString('latin1');
}

function shifts(text: string, pattern: RegExp, count: number, decode: (run: string) => string): string[] {
  const runs = [...(text.match(pattern) ?? []), ...(text.replace(/\s/g, '').match(pattern) ?? [])];
  return [...new Set(runs)].flatMap((run) => Array.from({ length: count }, (_, shift) => decode(run.slice(shift))));
}

function fromDigits(run: string, alphabet: string, letters: number, bytes: number): string {
  return Array.from({ length: Math.ceil(run.length / letters) }, (_, group) => {
    const part = run.slice(group * letters, (group + 1) * letters);
    const last = alphabet.at(-1) ?? '';
    const number = [...part.padEnd(letters, last)].reduce(
      (sum, letter) => sum * alphabet.length + alphabet.indexOf(letter),
      0,
    );
    const all = Array.from({ length: bytes }, (__, at) => Math.floor(number / 256 ** (bytes - 1 - at)) % 256);
    return String.fromCharCode(...all.slice(0, Math.floor((part.length * bytes) / letters)));
  }).join('');
}

function fromUuLines(text: string): string {
  const lines = text.match(/[ -`]{5,61}(?=\s|$)/g) ?? [];
  const letters = lines
    .map((line) => line.trim())
    .filter((line) => line.length - 1 === Math.ceil((line.charCodeAt(0) - 0x20) / 3) * 4)
    .map((line) => line.slice(1));
  return fromDigits(letters.join('').replaceAll('`', ' '), range(0x20, 64), 4, 3);
}

function unzip(packed: Buffer): string {
  try {
    return unzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return '';
  }
}
