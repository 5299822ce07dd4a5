import type { RepositoryReader } from '../../model/repository-reader.ts';
import type { Argv } from '../framework.ts';
import { allTargets } from '../orders/cargo.ts';
import { folderOf, joinPath, nameOf } from '../paths.ts';
import type { Candidate } from './candidate.ts';
import { describeLayout } from './layout.ts';
import { isTestPath } from './test-paths.ts';

export function detectGo(reader: RepositoryReader, manifestPath: string, own: readonly string[]): Candidate[] {
  const folder = folderOf(manifestPath);
  const moduleName = /^module\s+"?([^\s"]{1,300})/m.exec(reader.read(manifestPath) ?? '')?.[1];
  if (moduleName === undefined) return [];
  const tests = own.filter((path) => isTestPath(path, 'go'));
  const runner = { argv: ['go', 'test'] as const, operands: [], environment: {}, takesOptions: true };
  const framework = {
    kind: 'go' as const,
    folder,
    evidence: [manifestPath, ...tests.slice(0, 1)],
    suite: { ...runner, operands: ['./...'] },
    runner,
    programFolders: [],
    setUp: setUpGo(reader.paths, folder),
    layout: describeLayout('go', folder, tests),
    report: 'go-json' as const,
    reportFile: null,
    coverage: 'coverprofile' as const,
    moduleName,
  };
  return [{ weight: 4 + Math.min(4, tests.length), framework }];
}

/** What is vendored is found without a network and without a home; a workspace cannot be, but by newer versions. */
function setUpGo(paths: readonly string[], folder: string): Argv[] {
  const isThere = (path: string) => paths.includes(joinPath(folder, path));
  if (!isThere('go.sum') || isThere('vendor/modules.txt')) return [];
  return [['go', 'mod', paths.some((path) => nameOf(path) === 'go.work') ? 'download' : 'vendor']];
}

/** A target that a manifest tells of may have another name than its file. */
const ownTargets = /^[ \t]*(?:\[\[test\]\]|autotests[ \t]*=[ \t]*false)/m;

export function detectCargo(reader: RepositoryReader, manifestPath: string, own: readonly string[]): Candidate[] {
  const folder = folderOf(manifestPath);
  const text = reader.read(manifestPath) ?? '';
  if (!/^[ \t]*\[(?:package|workspace)\]/m.test(text)) return [];
  const tests = own.filter((path) => isTestPath(path, 'cargo'));
  const isLocked = reader.paths.includes(joinPath(folder, 'Cargo.lock'));
  const manifests = own.filter((path) => nameOf(path) === 'Cargo.toml');
  const namesTargets = [...reader.readAll(manifests).values()].some((each) => ownTargets.test(each ?? ''));
  const suite = {
    argv: ['cargo', 'test'] as const,
    operands: /^[ \t]*\[workspace\]/m.test(text) ? ['--workspace'] : [],
    environment: {},
    takesOptions: true,
  };
  const framework = {
    kind: 'cargo' as const,
    folder,
    evidence: [manifestPath, ...tests.slice(0, 1)],
    suite,
    runner: { ...suite, operands: namesTargets ? [...suite.operands, allTargets] : suite.operands },
    programFolders: [],
    setUp: isLocked ? [['cargo', 'fetch', '--locked'] as const] : [],
    layout: describeLayout('cargo', folder, tests),
    report: 'libtest' as const,
    reportFile: null,
    coverage: null,
    moduleName: null,
  };
  return [{ weight: 4 + Math.min(4, tests.length), framework }];
}
