import { mayBeEscaped } from './escape-finder.ts';

/**
 * Percent, backslash, HTML, and quoted-printable: what stands for other characters, in any order of those. Other than
 * in `escapes.ts`, characters stay what they are: what comes out may be read in a code that knows upper and lower case.
 */
const escapes = new RegExp(
  [
    '%([0-9a-f]{2})',
    '=([0-9A-F]{2}|\\r?\\n)',
    '\\\\(?:u\\{0*([0-9a-f]{1,6})\\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-3][0-7]{2})|([^\\s]))',
    '&(?:#x0*([0-9a-f]{1,6})|#0*([0-9]{1,7})|([a-z]{2,6}));',
  ].join('|'),
  'gi',
);
const names: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', bsol: '\\', equals: '=', plus: '+' },
  ...{ num: '#', dollar: '$', percnt: '%', lpar: '(', rpar: ')', ast: '*', comma: ',', period: '.', colon: ':' },
  ...{ semi: ';', quest: '?', commat: '@', lowbar: '_', excl: '!', lcub: '{', rcub: '}', vert: '|', hat: '^' },
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: ' ', v: ' ' };
const mostRepeats = 3;

export interface Unescaped {
  readonly text: Uint8Array;
  /** Some of it was quoted-printable, which `escapes.ts` does not know. */
  readonly isPrintable: boolean;
}

/**
 * The text without its escapes; then without those that came out of them, and so on. And, where there seem to be several
 * kinds, without one of them: the others may be there by chance. Empty if it has none.
 */
export function unescapeBytes(bytes: Uint8Array): Unescaped[] {
  const text = Buffer.from(bytes).toString('latin1');
  if (!mayBeEscaped(bytes, 0, bytes.length) && !/=\r?\n/.test(text)) return [];
  const kinds = [...new Set(Array.from(text.matchAll(escapes), ([written]) => written.charAt(0)))];
  const single = kinds.length < 2 ? [] : kinds.map((kind) => unescapeKind(text, kind));
  return [...listStages(text), ...single];
}

function listStages(whole: string): Unescaped[] {
  const stages: Unescaped[] = [];
  let isPrintable = false;
  for (let text = whole; stages.length < mostRepeats; ) {
    const next = text.replace(escapes, resolve);
    if (next === text) break;
    isPrintable ||= isMostlyPrintable(text);
    stages.push({ text: Buffer.from(next, 'latin1'), isPrintable });
    text = next;
  }
  return stages;
}

function unescapeKind(text: string, kind: string): Unescaped {
  const plain = text.replace(escapes, (written: string, ...groups: (string | undefined)[]) =>
    written.startsWith(kind) ? resolve(written, ...groups) : written,
  );
  return { text: Buffer.from(plain, 'latin1'), isPrintable: kind === '=' && isMostlyPrintable(text) };
}

const fewestPrintable = 4;

function isMostlyPrintable(text: string): boolean {
  return (text.match(/=[0-9A-F]{2}/g)?.length ?? 0) >= fewestPrintable;
}

/** Its groups in the order of the pattern. */
function resolve(written: string, ...groups: readonly (string | undefined)[]): string {
  const [percent, printable, braced, long, short, octal, plain, hex, decimal, name] = groups;
  if (plain !== undefined) return controls[plain] ?? plain;
  if (name !== undefined) return names[name.toLowerCase()] ?? written;
  if (printable?.endsWith('\n')) return '';
  if (octal !== undefined) return fromCode(Number.parseInt(octal, 8));
  if (decimal !== undefined) return fromCode(Number(decimal));
  return fromCode(Number.parseInt(percent ?? printable ?? braced ?? long ?? short ?? hex ?? '', 16));
}

/** Beyond Latin, there is no secret. */
function fromCode(code: number): string {
  return code < 0x100 ? String.fromCharCode(code) : ' ';
}
