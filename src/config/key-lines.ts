/** A key of an object in a text, with the keys that lead to it. */
export interface KeyPlace {
  readonly path: readonly string[];
  readonly line: number;
}

const token = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*.*?\*\/|[\w$]+|[{}[\],]|\n/gs;
const colon = /\s*:/y;

/** Of JSON exactly; of a module as far as its objects are written out, which is good enough to show where to look. */
export function scanKeys(text: string): KeyPlace[] {
  const places: KeyPlace[] = [];
  const outer: (string | null)[] = [];
  let key: string | null = null;
  let line = 1;
  for (const { 0: word, index } of text.matchAll(token)) {
    if (/^[{[]$/.test(word)) outer.push(key);
    if (/^[}\]]$/.test(word)) outer.pop();
    if (/^[{}[\],]$/.test(word)) key = null;
    colon.lastIndex = index + word.length;
    if (/^["'\w$]/.test(word) && colon.test(text)) {
      key = readKey(word);
      places.push({ path: [...outer.filter((name) => name !== null), key], line });
    }
    line += word.split('\n').length - 1;
  }
  return places;
}

/** Of the places that end like this the outermost, and of those the last: that one counts. Line 1 if there is none. */
export function findLine(places: readonly KeyPlace[], path: readonly string[]): number {
  const found = places.filter((place) => path.every((key, at) => place.path.at(at - path.length) === key));
  const depth = Math.min(...found.map((place) => place.path.length));
  const line = found.findLast((place) => place.path.length === depth)?.line;
  return line ?? (path.length > 1 ? findLine(places, path.slice(0, -1)) : 1);
}

function readKey(word: string): string {
  if (!/^["']/.test(word)) return word;
  try {
    return String(JSON.parse(`"${word.slice(1, -1)}"`));
  } catch {
    return word.slice(1, -1);
  }
}
