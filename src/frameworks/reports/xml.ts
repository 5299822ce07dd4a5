import { limits } from '../limits.ts';

export type XmlEvent =
  | { readonly kind: 'open'; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Taken one after the other from the beginning: a tag that has anything else in it is read as far as it goes. */
const attributePattern = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * The events of an XML text in one pass over it. It ends early, without a word, at what reports do not have: document types
 * and entities of their own, nesting without end. Contract: whoever saw every element closed saw the whole text.
 */
export function* scanXml(text: string): Generator<XmlEvent> {
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const start = text.indexOf('<', at);
    if (start === -1) return;
    if (start > at) yield { kind: 'text', text: decodeText(text.slice(at, start)) };
    const special = skipSpecial(text, start);
    if (special === null) return;
    if (special.end > start) {
      if (special.text !== null) yield { kind: 'text', text: special.text };
      at = special.end;
      continue;
    }
    const end = endOfTag(text, start);
    if (end === -1) return;
    for (const event of readTag(text.slice(start + 1, end))) {
      depth += event.kind === 'open' ? 1 : -1;
      if (depth > limits.nesting || depth < 0) return;
      yield event;
    }
    at = end + 1;
  }
}

/** What is neither an element nor text: its end, behind it; the place itself for an element; null for what is refused. */
function skipSpecial(text: string, start: number): { readonly end: number; readonly text: string | null } | null {
  if (text.startsWith('<![CDATA[', start)) {
    const end = text.indexOf(']]>', start);
    return end === -1 ? null : { end: end + 3, text: text.slice(start + 9, end) };
  }
  if (text.startsWith('<!--', start)) return behind(text.indexOf('-->', start + 4), 3);
  if (text.startsWith('<?', start)) return behind(text.indexOf('?>', start + 2), 2);
  return text.startsWith('<!', start) ? null : { end: start, text: null };
}

function behind(found: number, width: number): { readonly end: number; readonly text: null } | null {
  return found === -1 ? null : { end: found + width, text: null };
}

/** The `>` that ends a tag: quoted ones do not. */
function endOfTag(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '>') return at;
    if (character !== '"' && character !== "'") continue;
    at = text.indexOf(character, at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function readTag(tag: string): XmlEvent[] {
  if (tag.startsWith('/')) return [{ kind: 'close', name: tag.slice(1).trim() }];
  const name = /^[\w:.-]{1,100}/.exec(tag)?.[0] ?? '';
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of tag.slice(name.length).matchAll(attributePattern)) {
    attributes.set(key, decodeText(double ?? single ?? ''));
  }
  const open: XmlEvent = { kind: 'open', name, attributes };
  return tag.endsWith('/') ? [open, { kind: 'close', name }] : [open];
}

/** The five entities that XML has by itself, and characters by their numbers; others stay as they are. */
function decodeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(x?)([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, hex, digits, name) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = Number.parseInt(digits, hex === 'x' ? 16 : 10);
    return Number.isNaN(code) || code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
