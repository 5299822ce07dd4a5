/** What lies at a path of a document that may be anything; undefined if it does not lead there. */
export function pick(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((found, step) => {
    if (typeof found !== 'object' || found === null) return undefined;
    return Object.getOwnPropertyDescriptor(found, step)?.value;
  }, value);
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function asNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** The texts of a message, which is a text, or a list of parts that have one. */
export function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content;
  return asList(content)
    .map((part) => asText(pick(part, 'text')))
    .filter(Boolean)
    .join('\n');
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
