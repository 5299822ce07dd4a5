import type { AddedRow } from './patch-rows.ts';

/** From where packages come everywhere. */
const registries = new Set([
  ...['registry.npmjs.org', 'registry.yarnpkg.com', 'npm.jsr.io', 'pypi.org', 'files.pythonhosted.org'],
  ...['index.crates.io', 'github.com/rust-lang/crates.io-index', 'proxy.golang.org', 'rubygems.org', 'packagist.org'],
  // Only spoken of in lock files, such as whom to give money to.
  ...['github.com', 'opencollective.com', 'tidelift.com', 'api.github.com', 'codeload.github.com'],
]);
/** Fields that say from where something is fetched; `funding` and `homepage` are none. */
const fetched =
  /^\s*(?:- )?(?:"?(?:resolved|tarball|url|source|registry|git|resolution)"?\s*[:=]|resolved\s|\{?\s*source = )/;
const installs = /"hasInstallScript":\s*true|requiresBuild:\s*true|"scripts":\s*\{|^\s*"?(?:pre|post)install"?:/;

export interface LockFindings {
  /** Hosts that nothing was fetched from before. */
  readonly hosts: readonly { readonly host: string; readonly line: number }[];
  /** Lines by which something runs when packages are installed. */
  readonly installs: readonly number[];
}

/** From where packages come everywhere, or came before. */
export function isKnownHost(host: string, before: string | null): boolean {
  return registries.has(host) || [`//${host}/`, `@${host}/`, `@${host}:`].some((way) => before?.includes(way) ?? false);
}

export function readLockRows(rows: readonly AddedRow[], before: string | null): LockFindings {
  const hosts = new Map<string, number>();
  for (const { line, text } of rows) {
    if (!fetched.test(text.slice(0, 200))) continue;
    for (const [, host = ''] of text
      .slice(0, 2000)
      .matchAll(/(?:https?|ssh|git(?:\+\w+)?):\/\/(?:[^\s/@"']{0,200}@)?([\w.:-]{1,200})/g)) {
      if (!isKnownHost(host, before) && !hosts.has(host)) hosts.set(host, line);
    }
  }
  return {
    hosts: [...hosts].map(([host, line]) => ({ host, line })),
    installs: rows.filter(({ text }) => installs.test(text.slice(0, 200))).map(({ line }) => line),
  };
}
