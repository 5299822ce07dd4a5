import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './check-files.ts';
import { readFates } from './journals.ts';

/** What a batch made of a repository, without what differs from run to run: path or task, and a hash or fate. */
export type Digest = ReadonlyMap<string, string>;

const notCounted = new Set(['ledger.txt', 'script.json']);

export function makeDigest(repo: string): Digest {
  const files = listFiles(repo).filter((path) => !path.startsWith('.agentos/') && !notCounted.has(path));
  const hashes = files.map((path) => [path, hashText(readFileSync(join(repo, path), 'utf8'))] as const);
  const fates = [...readFates(repo)].map(([task, fate]) => [`fate of ${task}`, fate] as const);
  return new Map([...hashes, ...fates].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Times differ, the run in a call's id too, and so does the hash of a document that holds one: the checker compares that. */
function hashText(text: string): string {
  const timeless = text
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z)?/g, '<time>')
    .replaceAll(/("callId": ")[^"/]+\//g, '$1<run>/')
    .replaceAll(/("documentSha256": ")[0-9a-f]{64}/g, '$1<hash>');
  return createHash('sha256').update(timeless).digest('hex').slice(0, 16);
}

export function compareDigests(reference: Digest, found: Digest): string[] {
  const keys = [...new Set([...reference.keys(), ...found.keys()])];
  return keys
    .filter((key) => reference.get(key) !== found.get(key))
    .map((key) => `${key}: ${found.get(key) ?? 'nothing'} instead of ${reference.get(key) ?? 'nothing'}`);
}
