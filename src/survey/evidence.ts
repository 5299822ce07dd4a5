import { languageOf } from './languages.ts';

/**
 * What a path may be used for. `own`: our own output, no evidence at all. `secret`: listed, never read. `foreign`: vendored or
 * generated, listed, never read. `guarded`: code or a document whose name speaks of secrets; its outline is shown, its text
 * is not.
 */
export type Evidence = 'own' | 'secret' | 'foreign' | 'guarded' | 'open';

/** Everything that we write ourselves: a design must not be proved by designs. */
const ownFolders = ['docs/lineage/', 'docs/lld/', 'docs/reports/', '.agentos/'];

const secretNames =
  /^(\.env.*|\.netrc|\.npmrc|\.pypirc|\.pgpass|\.htpasswd|id_(rsa|dsa|ecdsa|ed25519).*|.*\.(pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate|tfvars))$/i;
const guardedNames = /^\.?(credentials?|secrets?)([._-].*)?$/i;

const foreignFolders = new Set(
  'node_modules bower_components jspm_packages vendor vendors third_party third-party .yarn .git __pycache__ .venv venv site-packages Pods Carthage .next .nuxt .gradle .terraform'.split(
    ' ',
  ),
);
/** Names that sources also use: below a folder of sources, as Go and others name theirs, they are sources. */
const outputFolders = new Set('dist build out target coverage generated __generated__ __snapshots__'.split(' '));
const sourceFolders = new Set(['src', 'source', 'sources', 'cmd', 'internal', 'pkg']);

const lockNames =
  /^(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|cargo\.lock|poetry\.lock|uv\.lock|pdm\.lock|pipfile\.lock|gemfile\.lock|composer\.lock|go\.sum|flake\.lock|mix\.lock|podfile\.lock|packages\.lock\.json)$/i;
const generatedNames =
  /(\.min\.(js|css|mjs)|[.-]bundle\.js|\.map|\.snap|\.pb\.go|_pb2(_grpc)?\.pyi?|_pb\.(js|ts)|\.g\.dart|\.generated\.\w+|\.designer\.cs)$/i;

export function judgePath(path: string): Evidence {
  if (ownFolders.some((folder) => path.startsWith(folder))) return 'own';
  const steps = path.split('/');
  const name = steps.pop() ?? '';
  if (secretNames.test(name)) return 'secret';
  if (isForeign(steps) || lockNames.test(name) || generatedNames.test(name)) return 'foreign';
  if (!guardedNames.test(name)) return 'open';
  return languageOf(path) === null && !/\.(md|rst|txt)$/i.test(name) ? 'secret' : 'guarded';
}

function isForeign(folders: readonly string[]): boolean {
  const sourcesAt = folders.findIndex((folder) => sourceFolders.has(folder));
  return folders.some(
    (folder, at) => foreignFolders.has(folder) || (outputFolders.has(folder) && (sourcesAt === -1 || at < sourcesAt)),
  );
}
