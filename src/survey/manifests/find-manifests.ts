import {
  describeGoModule,
  describeJson,
  describeLines,
  describeSections,
  describeTargets,
  describeWorkflow,
} from './line-manifests.ts';
import { describePackage } from './package-json.ts';

interface ManifestKind {
  readonly name: RegExp;
  readonly describe: (text: string) => string | null;
}

/** Most telling first. */
const kinds: readonly ManifestKind[] = [
  { name: /(^|\/)package\.json$/, describe: describePackage },
  { name: /(^|\/)(pyproject\.toml|Cargo\.toml|setup\.cfg|Pipfile)$/, describe: describeSections },
  { name: /(^|\/)go\.mod$/, describe: describeGoModule },
  { name: /(^|\/)[tj]sconfig(\.[\w-]+)?\.json$/, describe: describeJson },
  { name: /(^|\/)([Mm]akefile|GNUmakefile|justfile)$/, describe: describeTargets },
  { name: /^\.github\/workflows\/[^/]+\.ya?ml$/, describe: describeWorkflow },
  {
    name: /(^|\/)(requirements[\w-]*\.txt|Gemfile|mix\.exs|build\.gradle(\.kts)?)$/,
    describe: (text) => describeLines(text, '#'),
  },
  { name: /(^|\/)(composer\.json|deno\.jsonc?)$/, describe: describeJson },
  { name: /(^|\/)[\w.-]+\.csproj$/, describe: (text) => describeLines(text, '<!--') },
  {
    name: /^(\.nvmrc|\.node-version|\.python-version|\.tool-versions|rust-toolchain(\.toml)?)$/,
    describe: (text) => describeLines(text, '#'),
  },
  { name: /^(lerna|nx|turbo)\.json$/, describe: describeJson },
  { name: /^pnpm-workspace\.yaml$/, describe: (text) => describeLines(text, '#') },
];

const maxManifests = 16;

/** The manifests that matter: those of the folders that the issue points to and of the ones above, the top before others. */
export function findManifests(paths: readonly string[], interest: ReadonlyMap<string, number>): string[] {
  const found = paths.flatMap((path) => {
    const rank = kinds.findIndex(({ name }) => name.test(path));
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    const depth = folder === '' || folder === '.github/workflows' ? 0 : folder.split('/').length;
    return rank === -1 ? [] : [{ path, rank, depth, worth: depth === 0 ? 0 : (interest.get(folder) ?? 0) }];
  });
  return found
    .filter(({ depth, worth }) => depth <= 1 || worth > 0)
    .sort(
      (a, b) =>
        Number(b.depth === 0) - Number(a.depth === 0) || b.worth - a.worth || a.rank - b.rank || a.depth - b.depth,
    )
    .slice(0, maxManifests)
    .map(({ path }) => path);
}

export function describeManifest(path: string, text: string): string {
  return kinds.find(({ name }) => name.test(path))?.describe(text) ?? '';
}
