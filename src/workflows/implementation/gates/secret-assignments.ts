import type { SeenSecret } from './secret-shapes.ts';

/** Looked for first, so that nothing is read backwards: what stands before it is added to the name afterwards. */
const keyWord =
  '(?:api[_-]?key|secret|token|passw(?:or)?d|passphrase|private[_-]?key|access[_-]?key|client[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key|credential)[\\w.-]{0,30}';
/** `apiKey: "…"`, `"API_KEY": '…'`, `secret: string = "…"`, `token := "…"`. */
const type = '(?:\\s{0,5}:\\s{0,5}[&\\w][\\w<>| ]{0,40}(?==))?';
const quoted = new RegExp(
  `(${keyWord})["'\`]?${type}\\s{0,5}(?::=|=>|[:=])\\s{0,5}["'\`]([^"'\`\\s]{16,300})["'\`]`,
  'gi',
);
/** `API_KEY=…`, `secret: …` in files where values stand bare. */
const bare = new RegExp(`(${keyWord})\\s{0,5}[:=]\\s{0,5}([^"'\`\\s#]{16,300})\\s{0,20}(?:#.*)?$`, 'i');
const bareFile = /(?:^|\/)\.env(?:\.[\w.-]+)?$|\.(?:env|ini|cfg|conf|properties|ya?ml|toml|tfvars)$/i;

/** Of random text; sixteen digits cannot say as much as sixty letters. */
const leastBits = 3.5;
const leastHexBits = 3;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const digest = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;
const namedDigest = /hash|sha\d|digest|checksum|integrity|etag|fingerprint|commit|revision/i;
const longestRow = 20_000;

/** Random text that is given to a name of a key. What is a hash, an id, words or a reference to elsewhere is none. */
export function findAssignments(path: string, row: string): SeenSecret[] {
  const text = row.slice(0, longestRow);
  const single = bareFile.test(path) ? bare.exec(text) : null;
  return [...text.matchAll(quoted), ...(single === null ? [] : [single])]
    .map(({ index, 1: end = '', 2: value = '' }) => ({ name: nameBefore(text, index) + end, value }))
    .filter(({ name, value }) => isRandom(value) && !isIdentity(name, value))
    .map(({ value }) => ({ what: 'a secret that is given to a name', value }));
}

function nameBefore(text: string, at: number): string {
  return /[\w.-]*$/.exec(text.slice(Math.max(0, at - 60), at))?.[0] ?? '';
}

function isIdentity(name: string, value: string): boolean {
  if (uuid.test(value) || namedDigest.test(name) || /^sha\d{1,3}-/.test(value)) return true;
  return digest.test(value) && !/secret|passw|private|api[_-]?key/i.test(name);
}

function isRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  // References and addresses: the secret is elsewhere.
  if (/^(?:env|file|op|vault|ref|secret|arn|ssm|keychain|data|urn):/.test(value)) return false;
  if (/\$\{|\$\(|\{\{|<[^>]*>|^[$%@]|:\/\/|process\.env|\(\)|^[./~]/.test(value)) return false;
  const least = /^[0-9a-f-]+$/i.test(value) ? leastHexBits : leastBits;
  return !isWordy(value) && entropyOf(value) >= least;
}

/** Words, joined in whatever way, each with a short number behind it at most. */
function isWordy(value: string): boolean {
  return value
    .split(/[-_./:,+=]/)
    .filter((part) => part !== '')
    .every((part) => /^(?:[A-Z]?[a-z]{1,30}|[A-Z]{2,30})*\d{0,4}$/.test(part) && !/(?:[A-Z][a-z]?){5}/.test(part));
}

/** Bits a character, by how often each occurs. */
function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce(
    (bits, times) => bits - (times / value.length) * Math.log2(times / value.length),
    0,
  );
}
