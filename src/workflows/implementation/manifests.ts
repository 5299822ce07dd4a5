import { hash } from 'node:crypto';
import { join } from 'node:path';
import { nameOf } from '../../frameworks/paths.ts';
import { readFileBytes } from '../../store/text-file.ts';
import { isLockFile } from './gates/lock-files.ts';
import type { ImplementationOrder } from './order.ts';

/** Files by which packages are chosen, fetched and installed, beside lock files. */
const names = new Set([
  ...['package.json', 'pnpm-workspace.yaml', '.npmrc', '.yarnrc', '.yarnrc.yml', '.pnpmfile.cjs', 'bunfig.toml'],
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'environment.yml', 'pip.conf'],
  ...['go.mod', 'go.work', 'Cargo.toml', 'Gemfile', 'composer.json', 'deno.json', 'deno.jsonc', 'deno.lock'],
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'libs.versions.toml', 'gradle.lockfile', 'mix.exs', 'mix.lock'],
  ...['packages.lock.json', 'Directory.Packages.props'],
]);
const lists = /^(?:requirements|constraints)[\w.-]{0,40}\.(?:txt|in)$|\.(?:gemspec|csproj|fsproj)$/;

/** Whether set-up may do something else when this file changes. */
export function isManifest(path: string): boolean {
  const name = nameOf(path);
  return names.has(name) || lists.test(name) || isLockFile(path);
}

const largestManifest = 64 * 1024 * 1024;

/** A hash of what set-up goes by: its command, and those manifests that are not as they were at the base. */
export function stampSetUp({ building }: ImplementationOrder, root: string, changed: readonly string[]): string {
  const manifests = changed.filter(isManifest).sort();
  const facts = manifests.map((path) => [path, hashIfThere(join(root, path))]);
  return hash('sha256', JSON.stringify([building.setUpCommand, facts]), 'hex');
}

function hashIfThere(path: string): string | null {
  try {
    return hash('sha256', readFileBytes(path, largestManifest), 'hex');
  } catch {
    return null;
  }
}
