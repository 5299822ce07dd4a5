/** A way to write bytes in letters, group by group, as base64 does. */
export interface Code {
  readonly letters: number;
  readonly bytes: number;
  readonly radix: number;
  /** The value of each letter; -1 for all that is none. */
  readonly values: Int16Array;
  /** So many groups in a row that mean text are no chance. */
  readonly fewestGroups: number;
  /** 1 for letters that packed data can begin with. */
  readonly packedLeads: Uint8Array;
  /** 1 for letters that a group of text can begin with. */
  readonly textLeads: Uint8Array;
}

/** Text has at least so many letters in any code: with less, a first look could miss it, and err often. */
export const fewestLetters = 40;

/** 1 for what text is made of; also for the zeros of text in two bytes for each character, and for what drives terminals. */
const isText = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || [0x00, 0x08, 0x09, 0x0a, 0x0d, 0x1b].includes(byte) ? 1 : 0,
);

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';

export const base64 = makeCode(4, 3, [`${upper}${lower}${digits}+/`, `${upper}${lower}${digits}-_`]);
export const uuencode = makeCode(4, 3, [drawRange(0x20, 64).replace(' ', '`')]);
export const base32 = makeCode(8, 5, [`${upper}234567`, `${lower}234567`]);
export const ascii85 = makeCode(5, 4, [drawRange(0x21, 85)]);
export const base85 = makeCode(5, 4, [`${digits}${upper}${lower}!#$%&()*+-;<=>?@^_\`{|}~`]);
export const hexadecimal = makeCode(2, 1, [`${digits}ABCDEF`, `${digits}abcdef`]);
export const binary = makeCode(8, 1, ['01']);

/** `alphabets`: letters of the same values. */
function makeCode(letters: number, bytes: number, alphabets: readonly string[]): Code {
  const radix = alphabets[0]?.length ?? 0;
  const values = new Int16Array(256).fill(-1);
  for (const alphabet of alphabets) {
    for (let value = 0; value < radix; value += 1) values[alphabet.charCodeAt(value)] = value;
  }
  const fewestGroups = Math.ceil(fewestLetters / letters);
  const all = { letters, bytes, radix, values, fewestGroups };
  return {
    ...all,
    packedLeads: markLeads(all, isPackedStart),
    textLeads: markLeads(all, (byte) => isText[byte] === 1),
  };
}

/** Which letters a group can begin with whose first byte is such a one. */
function markLeads(code: Pick<Code, 'letters' | 'bytes' | 'radix' | 'values'>, isWanted: (byte: number) => boolean) {
  const unit = code.radix ** (code.letters - 1) / 256 ** (code.bytes - 1);
  return Uint8Array.from(code.values, (value) => {
    if (value < 0) return 0;
    const last = Math.min(255, Math.ceil((value + 1) * unit) - 1);
    for (let byte = Math.floor(value * unit); byte <= last; byte += 1) if (isWanted(byte)) return 1;
    return 0;
  });
}

function isPackedStart(byte: number): boolean {
  return byte === 0x1f || byte === 0x78;
}

function drawRange(from: number, count: number): string {
  return String.fromCharCode(...Array.from({ length: count }, (_, at) => from + at));
}

/** Where letters begin that mean text, in groups counted from `from`; -1 if nowhere. */
export function findText(code: Code, chars: Uint8Array, from: number, to: number): number {
  const { letters, fewestGroups, textLeads } = code;
  const last = (fewestGroups - 1) * letters;
  for (let start = from; start + last + letters <= to; ) {
    // The last group first: if that is none, all before it need no look.
    let at = start + last;
    while (at >= start && textLeads[chars[at] ?? 0] === 1) at -= letters;
    if (at < start) {
      at = start + last;
      while (at >= start && meansText(code, chars, at)) at -= letters;
      if (at < start) return start;
    }
    start = at + letters;
  }
  return -1;
}

function meansText({ letters, bytes, radix, values }: Code, chars: Uint8Array, at: number): boolean {
  let sum = 0;
  for (let index = at; index < at + letters; index += 1) {
    const value = values[chars[index] ?? 0] ?? -1;
    if (value < 0) return false;
    sum = sum * radix + value;
  }
  // What ends in zeros is no text: pictures and programs are full of them.
  return isTextSum(sum, bytes) && (sum & 0xffff) !== 0;
}

/** No byte is anything else. */
function isTextSum(sum: number, bytes: number): boolean {
  const known = isText;
  let left = bytes;
  let low = sum;
  if (bytes === 5) {
    if (known[Math.floor(sum / wordSize)] !== 1) return false;
    left = 4;
  } else if (sum >= wordSize) {
    return false;
  }
  for (low >>>= 0; left > 0; left -= 1, low >>>= 8) if (known[low & 0xff] !== 1) return false;
  return true;
}

const wordSize = 2 ** 32;

/** What all letters from `from` on mean; they are letters of the code. What is missing at the end counts as the highest. */
export function decode(code: Code, chars: Uint8Array, from: number, to: number): Uint8Array {
  const { letters, bytes, radix, values } = code;
  const target = new Uint8Array(Math.floor(((to - from) * bytes) / letters));
  for (let at = from, end = 0; at < to; at += letters, end += bytes) {
    let sum = 0;
    for (let index = at; index < at + letters; index += 1) {
      sum = sum * radix + (index < to ? (values[chars[index] ?? 0] ?? 0) : radix - 1);
    }
    for (let index = end + bytes - 1; index >= end; index -= 1) {
      target[index] = sum % 256;
      sum = Math.floor(sum / 256);
    }
  }
  return target;
}

/** All letters around a place, between `start` and `end`. */
export function findLetters(
  { values }: Code,
  bytes: Uint8Array,
  at: number,
  start: number,
  end: number,
): { from: number; to: number } {
  let from = at;
  while (from > start && (values[bytes[from - 1] ?? 0] ?? -1) >= 0) from -= 1;
  let to = at;
  while (to < end && (values[bytes[to] ?? 0] ?? -1) >= 0) to += 1;
  return { from, to };
}
