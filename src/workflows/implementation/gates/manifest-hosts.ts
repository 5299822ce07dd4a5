import { nameOf } from '../../../frameworks/paths.ts';
import { isKnownHost } from './lock-rows.ts';
import type { AddedRow } from './patch-rows.ts';

/** A manifest as it was changed. */
export interface ChangedManifest {
  readonly path: string;
  readonly rows: readonly AddedRow[];
  readonly before: string | null;
  readonly after: string | null;
}

const lists = /^(?:requirements|constraints)[\w.-]{0,40}\.(?:txt|in)$|^Pipfile$/;
/** Rows that say from where something is fetched; addresses of home pages are fetched by nobody. */
const fetching: Readonly<Record<string, RegExp>> = {
  'Cargo.toml': /\b(?:git|registry|index)\s*=/,
  'pyproject.toml': /^\s*["'][^"']{1,200}\s@\s|\b(?:git|index|index-url)\s*=/,
};
const address = /(?:https?|ssh|git)(?:\+\w+)?:\/\/(?:[^\s/@"']{0,200}@)?([\w.-]{1,200})|\bgit@([\w.-]{1,200}):/g;
const longestText = 1024 * 1024;

/** Hosts that packages would be fetched from by a manifest itself, and that nothing was fetched from before. */
export function readManifestHosts({ path, rows, before, after }: ChangedManifest): string[] {
  const name = nameOf(path);
  const text = name === 'package.json' ? readSources(after) : readRows(name, rows);
  const hosts = [...text.slice(0, longestText).matchAll(address)].map(([, first, second]) => first ?? second ?? '');
  return [...new Set(hosts)].filter((host) => !isKnownHost(host, before));
}

const sections = [
  ...['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies', 'overrides', 'resolutions'],
  'pnpm',
];

/** However its lines are broken. What cannot be read fails elsewhere. */
function readSources(text: string | null): string {
  try {
    const data: unknown = JSON.parse((text ?? '').replace(/^\uFEFF/, ''));
    if (typeof data !== 'object' || data === null) return '';
    return JSON.stringify(sections.map((key) => Reflect.get(data, key)));
  } catch {
    return '';
  }
}

function readRows(name: string, rows: readonly AddedRow[]): string {
  const pattern = lists.test(name) ? /./ : Object.hasOwn(fetching, name) ? fetching[name] : undefined;
  if (pattern === undefined) return '';
  const texts = rows.map(({ text }) => text.slice(0, 2000));
  return texts.filter((text) => !/^\s*#/.test(text) && pattern.test(text)).join('\n');
}
