/** Words that a key's format begins with, such as `sk-ant-api03-`: letters, perhaps a number, and a joint. */
const formatHead = /^(?:[A-Za-z]{2,8}\d{0,2}[-_])*/;
const longestHead = 16;
/** What is shorter has no format that one could rely on. */
const shortestFormatted = 20;
/** What all keys of a kind have in them. */
const formatMarks = ['AIzaSy', 'AIza', 'T3BlbkFJ'];

/** For each character of a secret: whether only its owner knows it. The rest is public, by the format of the key. */
export function markPrivate(secret: string): boolean[] {
  if (secret.length < shortestFormatted) return Array.from(secret, () => true);
  const head = formatHead.exec(secret)?.[0].length ?? 0;
  const marks = Array.from(secret, (_, at) => head > longestHead || at >= head);
  for (const mark of formatMarks) {
    const from = secret.indexOf(mark);
    if (from !== -1) marks.fill(false, from, from + mark.length);
  }
  return marks;
}

/** The same, but without characters that follow from the one before: `aaaa`, `1234`. Such text is found everywhere. */
export function markSurprising(secret: string): boolean[] {
  return markPrivate(secret).map((isPrivate, at) => isPrivate && !isNextInLine(secret, at));
}

function isNextInLine(secret: string, at: number): boolean {
  return at > 0 && Math.abs(secret.charCodeAt(at) - secret.charCodeAt(at - 1)) <= 1;
}

const fewestCharacters = 12;
const fewestBits = 28;

/** Why a secret cannot be kept out of ordinary text without damage to that text; null if it can. */
export function findWeakness(secret: string): string | null {
  if (/[^ -~]/.test(secret)) return 'holds something else than printable ASCII';
  const characters = secret.replaceAll(' ', '');
  if (characters.length < fewestCharacters) return `is shorter than ${fewestCharacters} characters`;
  return guessBits(characters) < fewestBits ? 'is too easy to guess' : null;
}

/** A rough measure: what repeats or continues tells nothing, and the rest as much as it has different characters. */
function guessBits(secret: string): number {
  const pairs = new Set<string>();
  let surprises = 0;
  for (const [at, isSurprising] of markSurprising(secret).entries()) {
    const pair = secret.slice(Math.max(0, at - 1), at + 1);
    if (isSurprising && !pairs.has(pair)) surprises += 1;
    pairs.add(pair);
  }
  return surprises * Math.log2(new Set(secret).size);
}
