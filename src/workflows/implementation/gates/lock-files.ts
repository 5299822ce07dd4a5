import { folderOf, nameOf } from '../../../frameworks/paths.ts';

/** Which manifest a lock file is written from. */
const manifests: Readonly<Record<string, string>> = {
  'package-lock.json': 'package.json',
  'npm-shrinkwrap.json': 'package.json',
  'yarn.lock': 'package.json',
  'pnpm-lock.yaml': 'package.json',
  'bun.lock': 'package.json',
  'bun.lockb': 'package.json',
  'Cargo.lock': 'Cargo.toml',
  'go.sum': 'go.mod',
  'go.work.sum': 'go.work',
  'poetry.lock': 'pyproject.toml',
  'uv.lock': 'pyproject.toml',
  'pdm.lock': 'pyproject.toml',
  'Pipfile.lock': 'Pipfile',
  'Gemfile.lock': 'Gemfile',
  'composer.lock': 'composer.json',
};

export function isLockFile(path: string): boolean {
  return Object.hasOwn(manifests, nameOf(path));
}

/** Whether a lock file may follow from the manifest at a path: one lock file serves all manifests below its folder. */
export function isManifestOf(lockFile: string, path: string): boolean {
  const name = nameOf(lockFile);
  if (!Object.hasOwn(manifests, name) || manifests[name] !== nameOf(path)) return false;
  const folder = folderOf(lockFile);
  return folder === '' || path.startsWith(`${folder}/`);
}
