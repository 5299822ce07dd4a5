import { parseJson } from '../../model/json.ts';
import type { RepositoryReader } from '../../model/repository-reader.ts';
import type { Argv, Framework, TestCommand } from '../framework.ts';
import { entry, keysOf, textAt } from '../json.ts';
import { folderOf, joinPath, nameOf, normalise } from '../paths.ts';
import type { Candidate } from './candidate.ts';
import { makeRunner, makeSuite, splitCall, type Tool, tools } from './ecmascript-tools.ts';
import { describeLayout } from './layout.ts';
import { findManager } from './package-manager.ts';
import { buildsBefore, readScript, type ScriptCall } from './package-scripts.ts';
import { isTestPath } from './test-paths.ts';

/** A package and what its files say about its tests. */
interface Package {
  readonly folder: string;
  readonly manifest: unknown;
  readonly scripts: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  readonly files: readonly string[];
  /** The last command of its script, and all of them. */
  readonly call: ScriptCall | null;
  readonly calls: readonly (ScriptCall | null)[];
}

const sampledTests = 12;

export function detectEcmascript(reader: RepositoryReader, manifestPath: string, own: readonly string[]): Candidate[] {
  const manifest = parseJson(reader.read(manifestPath) ?? '');
  if (typeof manifest !== 'object' || manifest === null) return [];
  const found = openPackage(manifest, folderOf(manifestPath), own);
  return tools.flatMap((tool) => weigh(reader, found, tool));
}

function openPackage(manifest: unknown, folder: string, files: readonly string[]): Package {
  const scriptsEntry = entry(manifest, 'scripts');
  const scripts = new Map(keysOf(scriptsEntry).map((name) => [name, textAt(scriptsEntry, name) ?? '']));
  const fields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  const dependencies = new Set(fields.flatMap((field) => keysOf(entry(manifest, field))));
  const calls = readScript(scripts, 'test');
  return { folder, manifest, scripts, dependencies, files, call: calls.at(-1) ?? null, calls };
}

function weigh(reader: RepositoryReader, found: Package, tool: Tool): Candidate[] {
  const { folder, call, scripts, dependencies, files, manifest } = found;
  const tests = files.filter((path) => isTestPath(path, tool.kind));
  const evidence: [weight: number, what: string][] = [];
  const script = scripts.get('test') ?? '';
  if (call !== null && tool.isCalledBy(call.words)) evidence.push([8, `script test: ${call.words.join(' ')}`]);
  else if (tool.isMentionedBy(script)) evidence.push([6, `script test: ${script.slice(0, 200)}`]);
  const config = files.find((path) => folderOf(path) === folder && tool.config.test(nameOf(path)));
  if (config !== undefined) evidence.push([4, config]);
  if (tool.manifestKey !== null && entry(manifest, tool.manifestKey) !== undefined)
    evidence.push([4, `${tool.manifestKey} in package.json`]);
  const users = countUsers(reader, tests, tool);
  if (users > 0)
    evidence.push([5, `imported by ${users} of ${Math.min(sampledTests, tests.length)} tests that were read`]);
  if (tool.dependency !== null && dependencies.has(tool.dependency))
    evidence.push([2, `dependency ${tool.dependency}`]);
  const weight = evidence.reduce((sum, [each]) => sum + each, 0);
  if (weight === 0) return [];
  return [
    {
      weight,
      framework: describe(
        reader,
        found,
        tool,
        tests,
        evidence.map(([, what]) => what),
      ),
    },
  ];
}

function countUsers(reader: RepositoryReader, tests: readonly string[], tool: Tool): number {
  const sample = tests.slice(0, sampledTests).filter((path) => reader.sizeOf(path) < 512 * 1024);
  return [...reader.readAll(sample).values()].filter((text) => text !== null && tool.isImportedBy(text)).length;
}

function describe(
  reader: RepositoryReader,
  found: Package,
  tool: Tool,
  tests: readonly string[],
  evidence: readonly string[],
): Framework {
  const { folder, call, calls, scripts, dependencies } = found;
  const manager = findManager(reader.paths, folder);
  const isCalled = call !== null && tool.isCalledBy(call.words);
  // Wherever the script calls it: without its options, tests would run as they never do.
  const own = calls.findLast((each) => each !== null && tool.isCalledBy(each.words)) ?? null;
  const runner = makeRunner(tool, own, manager);
  const builds = buildsBefore(scripts, 'test').map((name): Argv => manager.run(name));
  const suite: TestCommand =
    isCalled || scripts.get('test') === undefined
      ? makeSuite(tool, call, isCalled, manager, runner)
      : { argv: manager.run('test'), operands: [], environment: {}, takesOptions: false };
  const known: Framework = {
    kind: tool.kind,
    folder,
    evidence,
    suite,
    runner,
    programFolders: [...new Set([joinPath(folder, 'node_modules/.bin'), 'node_modules/.bin'])],
    setUp: [...manager.install, ...builds],
    layout: describeLayout(tool.kind, folder, tests),
    report: tool.report,
    reportFile: null,
    coverage: tool.coverageBy.length === 0 || tool.coverageBy.some((name) => dependencies.has(name)) ? 'lcov' : null,
    moduleName: null,
  };
  if (!isCalled || !isCompiled(found, tool, tests)) return known;
  return { ...known, kind: 'command', runner: null, report: null, coverage: null };
}

/** Tests are there, and none where the script looks for them once it has built: they cannot be run by their paths. */
function isCompiled({ folder, call, files }: Package, tool: Tool, tests: readonly string[]): boolean {
  if (tool.kind !== 'node-test' || call === null || call.isWhole || tests.length === 0) return false;
  const places = splitCall(tool, call).operands.map((operand) => joinPath(folder, normalise(placeOf(operand)) ?? ''));
  return places.length > 0 && places.every((place) => !files.some((path) => path.startsWith(place)));
}

/** Of a pattern, what it begins with. */
function placeOf(operand: string): string {
  return operand.split(/[*?[{]/, 1)[0] ?? '';
}
