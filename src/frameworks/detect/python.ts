import type { RepositoryReader } from '../../model/repository-reader.ts';
import type { Argv } from '../framework.ts';
import { folderOf, joinPath, nameOf } from '../paths.ts';
import type { Candidate } from './candidate.ts';
import { describeLayout } from './layout.ts';
import { isTestPath } from './test-paths.ts';

const manifests =
  /^(?:pyproject\.toml|pytest\.ini|tox\.ini|setup\.cfg|setup\.py|conftest\.py|requirements[\w.-]{0,40}\.txt)$/;
const environments = ['.venv/bin', 'venv/bin'];

/** pytest, which also runs the tests of unittest. */
export function detectPython(reader: RepositoryReader, folder: string, own: readonly string[]): Candidate[] {
  const tests = own.filter((path) => isTestPath(path, 'pytest'));
  const files = own.filter((path) => folderOf(path) === folder && manifests.test(nameOf(path)));
  const texts = new Map([...reader.readAll(files)].map(([path, text]) => [nameOf(path), text ?? '']));
  const evidence = findEvidence(texts, tests);
  if (evidence.length === 0) return [];
  const there = new Set(reader.paths.filter((path) => folderOf(path) === folder).map(nameOf));
  const command = commandFor(there);
  const runner = { argv: command, operands: [], environment: {}, takesOptions: true };
  const framework = {
    kind: 'pytest' as const,
    folder,
    evidence: evidence.map(([, what]) => what),
    suite: runner,
    runner,
    programFolders: environments.map((each) => joinPath(folder, each)),
    setUp: setUpFor(there, texts),
    layout: describeLayout('pytest', folder, tests),
    report: 'junit' as const,
    reportFile: null,
    coverage: [...texts.values()].some((text) => /\bpytest[-_]cov\b/.test(text)) ? ('lcov' as const) : null,
    moduleName: null,
  };
  return [{ weight: evidence.reduce((sum, [weight]) => sum + weight, 0), framework }];
}

function findEvidence(texts: ReadonlyMap<string, string>, tests: readonly string[]): (readonly [number, string])[] {
  const evidence: (readonly [number, string])[] = [];
  for (const [name, text] of texts) {
    if (name === 'pytest.ini' || name === 'conftest.py') evidence.push([4, name]);
    else if (/^[ \t]*\[(?:tool\.pytest\b|pytest\]|tool:pytest\])/m.test(text))
      evidence.push([6, `pytest section of ${name}`]);
    else if (/^[ \t]*["']?pytest\b/m.test(text)) evidence.push([3, `pytest in ${name}`]);
  }
  if (tests.length > 0) evidence.push([3, `${tests.length} files such as ${tests[0] ?? ''}`]);
  return evidence;
}

/** Where a lock file says who keeps the environment, its keeper runs the tests. */
function commandFor(there: ReadonlySet<string>): Argv {
  if (there.has('poetry.lock')) return ['poetry', 'run', 'python', '-m', 'pytest'];
  if (there.has('pdm.lock')) return ['pdm', 'run', 'python', '-m', 'pytest'];
  return ['python3', '-m', 'pytest'];
}

function setUpFor(there: ReadonlySet<string>, texts: ReadonlyMap<string, string>): Argv[] {
  if (there.has('uv.lock')) return [['uv', 'sync', '--frozen']];
  if (there.has('poetry.lock')) return [['poetry', 'install', '--no-interaction']];
  if (there.has('pdm.lock')) return [['pdm', 'sync']];
  const install = installFor(there, texts);
  if (install.length === 0) return [];
  return [
    ['python3', '-m', 'venv', '.venv'],
    ['.venv/bin/python3', '-m', 'pip', 'install', ...install],
  ];
}

function installFor(there: ReadonlySet<string>, texts: ReadonlyMap<string, string>): string[] {
  const lists = [...there].filter((name) => /^requirements[\w.-]{0,40}\.txt$/.test(name)).sort();
  const isPackage = /^[ \t]*\[build-system\]/m.test(texts.get('pyproject.toml') ?? '') || there.has('setup.py');
  const own = `.${describeExtras(texts.get('pyproject.toml') ?? '')}`;
  const wants = [...lists.flatMap((name) => ['-r', name]), ...(isPackage ? ['-e', own] : [])];
  const namesPytest = lists.some((name) => /^[ \t]*pytest\b/m.test(texts.get(name) ?? ''));
  return wants.length === 0 || namesPytest ? wants : [...wants, 'pytest'];
}

/** What a package asks for beside itself when it is tested; where nothing is called so, when it is worked on. */
function describeExtras(pyproject: string): string {
  const [, section = ''] = pyproject.split(/^[ \t]*\[project\.optional-dependencies\][ \t]*$/m, 2);
  const [own = ''] = section.split(/^[ \t]*\[[\w."-]+\][ \t]*$/m, 1);
  const names = [...own.matchAll(/^[ \t]*["']?([\w.-]{1,40})["']?[ \t]*=[ \t]*\[/gm)].map(([, name = '']) => name);
  const chosen = [/^tests?(?:ing)?$/, /^dev(?:elop(?:ment)?)?$/].find((kind) => names.some((name) => kind.test(name)));
  return chosen === undefined ? '' : `[${names.filter((name) => chosen.test(name)).join(',')}]`;
}
