/** A secret in other letters; for each of them the index of the secret's character that it comes from. */
export interface Spelling {
  readonly text: string;
  readonly origins: readonly number[];
  /** How many characters of the secret are in one of these. */
  readonly density: number;
}

export function spell(secret: string): Spelling {
  return { text: secret, origins: Array.from(secret, (_, at) => at), density: 1 };
}

export function reverse({ text, origins, density }: Spelling): Spelling {
  return { text: [...text].reverse().join(''), origins: origins.toReversed(), density };
}

/** Character by character. */
function encode({ text, origins, density }: Spelling, write: (character: string) => string): Spelling {
  const parts = Array.from(text, write);
  return {
    text: parts.join(''),
    origins: parts.flatMap((part, at) => Array.from(part, () => origins[at] ?? 0)),
    density,
  };
}

export function escapeJson(spelling: Spelling): Spelling {
  return encode(spelling, (character) => JSON.stringify(character).slice(1, -1));
}

export function escapeUri(spelling: Spelling): Spelling {
  return encode(spelling, encodeURIComponent);
}

/**
 * What base64 makes of it when `shift` bytes that nobody knows stand before it and others follow: only the letters that
 * it alone decides.
 */
export function toBase64({ text, origins, density }: Spelling, shift: number): Spelling {
  const bytes = Buffer.from('\0'.repeat(shift) + text, 'latin1');
  const first = Math.ceil((shift * 8) / 6);
  const last = Math.floor((bytes.length * 8) / 6);
  const indexes = Array.from({ length: Math.max(last - first, 0) }, (_, at) => first + at);
  return {
    text: bytes.toString('base64').slice(first, last),
    origins: indexes.map((at) => origins[Math.floor((at * 6) / 8) - shift] ?? 0),
    density: density * 0.75,
  };
}

/** The other alphabet; null where it makes no difference. */
export function toUrlAlphabet(spelling: Spelling): Spelling | null {
  const text = spelling.text.replaceAll('+', '-').replaceAll('/', '_');
  return text === spelling.text ? null : { ...spelling, text };
}

export function slice({ text, origins, density }: Spelling, from: number, to: number): Spelling {
  return { text: text.slice(from, to), origins: origins.slice(from, to), density };
}

export function join(...parts: readonly Spelling[]): Spelling {
  return {
    text: parts.map(({ text }) => text).join(''),
    origins: parts.flatMap(({ origins }) => origins),
    density: parts[0]?.density ?? 1,
  };
}
