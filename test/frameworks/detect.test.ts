import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configureFramework } from '../../src/frameworks/detect/configured.ts';
import { detectFramework } from '../../src/frameworks/detect/detect-framework.ts';
import { isTestPath } from '../../src/frameworks/detect/test-paths.ts';
import type { Framework } from '../../src/frameworks/framework.ts';
import { openFolderReader } from '../../src/worktrees/folder-reader.ts';
import { memoryReader } from '../survey/memory-reader.ts';
import { projectDir } from '../workspace.ts';

const detect = (files: Readonly<Record<string, string>>) => detectFramework(memoryReader(files));
const manifest = (scripts: Readonly<Record<string, string>>, devDependencies: readonly string[] = []) =>
  JSON.stringify({ scripts, devDependencies: Object.fromEntries(devDependencies.map((name) => [name, '*'])) });
const line = ({ argv, operands }: Framework['suite']) => [...argv, ...operands].join(' ');

test('node:test is known by its script, with the options that it needs and without those that are ours', () => {
  const [found] = detect({
    'package.json': manifest({
      test: 'NODE_ENV=test node --import tsx --test --test-reporter spec --watch "test/**/*.test.ts"',
    }),
    'package-lock.json': '{}',
    'test/shelf.test.ts': "import test from 'node:test';",
    'test/inner/rank.test.ts': "import { test } from 'node:test';",
  });
  assert.equal(found?.kind, 'node-test');
  assert.equal(line(found.suite), 'node --test --import tsx test/**/*.test.ts');
  assert.deepEqual(found.suite.environment, { NODE_ENV: 'test' });
  assert.equal(found.runner === null ? '' : line(found.runner), 'node --test --import tsx');
  assert.deepEqual(found.setUp, [['npm', 'ci']]);
  assert.deepEqual([found.layout.folder, found.layout.naming, found.layout.count], ['test', '*.test.ts', 2]);
  assert.equal(found.coverage, 'lcov');
});

test('figures that a script demands of its coverage are no part of a run that is to tell which tests pass', () => {
  const demands = '--experimental-test-coverage --test-coverage-lines=90 --test-coverage-branches 80';
  const [found] = detect({
    'package.json': manifest({ test: `node --test ${demands} --test-concurrency=1 test/*.js` }),
  });
  assert.equal(found === undefined ? '' : line(found.suite), 'node --test --test-concurrency=1 test/*.js');
});

test('nor are places and forms of its coverage: a framework takes them once', () => {
  const suite = (test: string) => {
    const [found] = detect({ 'package.json': manifest({ test }) });
    return found === undefined ? null : [line(found.suite), found.suite.takesOptions];
  };
  const places = '--coverage.reportsDirectory cov --coverage.reporter=text --coverage.provider=v8';
  const demands = '--coverage.thresholds.lines=90 --coverage.thresholds.100 --coverage.thresholds.branches 80';
  const vitest = `vitest run --coverage.enabled=true ${places} ${demands} --coverage.include=src test/`;
  const kept = 'vitest run --coverage.provider=v8 --coverage.include=src test/';
  assert.deepEqual(suite(vitest), [kept, true]);
  const threshold = `--coverageThreshold='{"global": {"lines": 90}}'`;
  const jest = `jest --coverage --coverageDirectory=cov --coverageReporters text ${threshold} --runInBand`;
  assert.deepEqual(suite(jest), ['jest --runInBand', true]);
  // Behind several commands they cannot be taken away.
  assert.deepEqual(suite(`tsc && ${jest}`), ['npm run test', false]);
  assert.deepEqual(suite('tsc && jest --coverage'), ['npm run test --', true]);
  for (const once of ['--coverage.enabled', '--bail=1', '--bail 1'])
    assert.deepEqual(suite(`tsc && vitest run ${once}`), ['npm run test', false], once);
  assert.deepEqual(suite('tsc && jest --bail'), ['npm run test --', true]);
});

test('quotes may stand anywhere in a word of a script', () => {
  const words = (test: string) => detect({ 'package.json': manifest({ test }) })[0]?.suite.argv;
  const ignored = ['jest', '--testPathIgnorePatterns=end to end', '--config=jest.js'];
  assert.deepEqual(words(`jest --testPathIgnorePatterns="end to end" '--config'=jest.js`), ignored);
  assert.deepEqual(words(`jest --globals='{"$a":"|"}'`), ['jest', '--globals={"$a":"|"}']);
  for (const odd of ['--globals="$HOME"', "--globals='a", '--globals=a"b']) {
    assert.deepEqual(words(`jest ${odd}`), ['npm', 'run', 'test'], odd);
  }
});

test('tests are run by themselves as the script runs them, wherever it calls their framework', () => {
  const found = (test: string, more: Readonly<Record<string, string>> = {}) => {
    const [framework] = detect({ 'package.json': manifest({ test, ...more }, ['jest']) });
    return [framework?.runner?.argv.join(' '), framework?.runner?.environment, framework?.suite.argv.join(' ')];
  };
  const unit = 'jest --config config/unit.js';
  assert.deepEqual(found(`${unit} && eslint .`), [unit, {}, 'npm run test']);
  assert.deepEqual(found('npm run unit && npm run lint', { unit, lint: 'eslint .' }), [unit, {}, 'npm run test']);
  assert.deepEqual(found(`${unit} && npm run loop`, { loop: 'npm run loop' }), [unit, {}, 'npm run test']);
  // As the documentation of jest has it.
  const modules = { NODE_OPTIONS: '--experimental-vm-modules' };
  for (const added of ['NODE_OPTIONS', '{NODE_OPTIONS}', '{NODE_OPTIONS:-}'])
    assert.deepEqual(found(`NODE_OPTIONS="$${added} --experimental-vm-modules" npx jest`), ['jest', modules, 'jest']);
  assert.deepEqual(found('PATH="$PATH:bin" jest'), ['jest', {}, 'npm run test']);
});

test('values of options are no files, and a switch that is ours goes with its value', () => {
  const parts = (test: string) => {
    const [found] = detect({ 'package.json': manifest({ test }) });
    return [found?.runner?.argv.join(' '), found?.suite.operands];
  };
  assert.deepEqual(parts('jest --maxWorkers 2 --bail 1 -w 3 src'), ['jest --maxWorkers 2 -w 3', ['src']]);
  assert.deepEqual(parts('vitest run --bail=1 --pool forks --silent lib'), ['vitest run --pool forks', ['lib']]);
  assert.deepEqual(parts('node --test --test-timeout 900 a.js'), ['node --test --test-timeout 900', ['a.js']]);
  // Some of jest's take all words up to the next option, others select by what was changed.
  assert.deepEqual(parts('jest --coverageReporters text lcov -i src'), ['jest -i', ['src']]);
  assert.deepEqual(parts('jest src --projects=a b c --reporters default x'), ['jest --projects=a b c', ['src']]);
  assert.deepEqual(parts('vitest run --reporter dot lib'), ['vitest run', ['lib']]);
  for (const few of ['-o', '--onlyChanged', '--changedSince main', '--changedSince=main', '--lastCommit', '-f'])
    assert.deepEqual(parts(`jest ${few} -i`), ['jest -i', []], few);
});

test('without a script that says so, the imports of the tests do', () => {
  const [found] = detect({
    'package.json': manifest({ test: 'node scripts/everything.mjs' }),
    'src/shelf.spec.mjs': "import { it } from 'node:test';",
  });
  assert.equal(found?.kind, 'node-test');
  // What else the script does is not known: it is run as it is.
  assert.deepEqual([line(found.suite), found.suite.takesOptions], ['npm run test', false]);
  assert.equal(found.runner === null ? '' : line(found.runner), 'node --test');
  assert.deepEqual([found.layout.folder, found.layout.naming], [null, '*.spec.mjs']);
});

test('vitest and jest are known by script, config, dependency and imports, whichever is there', () => {
  const kinds = (files: Readonly<Record<string, string>>) => detect(files).map(({ kind }) => kind);
  assert.deepEqual(kinds({ 'package.json': manifest({ test: 'vitest run' }) }), ['vitest']);
  assert.deepEqual(kinds({ 'package.json': manifest({ test: 'cross-env CI=1 npx vitest' }) }), ['vitest']);
  assert.deepEqual(kinds({ 'package.json': manifest({}), 'vitest.config.ts': '' }), ['vitest']);
  assert.deepEqual(kinds({ 'package.json': manifest({ test: 'npm run unit', unit: 'jest --runInBand' }) }), ['jest']);
  assert.deepEqual(kinds({ 'package.json': '{"jest":{"preset":"ts-jest"}}' }), ['jest']);
  assert.deepEqual(kinds({ 'package.json': manifest({ test: 'jest' }, ['jest', 'vitest']) }), ['jest', 'vitest']);
  assert.deepEqual(kinds({ 'package.json': manifest({ test: 'echo none' }) }), []);
});

test('a framework that a script starts by its file is called in the same way', () => {
  const found = (test: string) => {
    const [framework] = detect({ 'package.json': manifest({ test }) });
    return [framework?.kind, framework?.runner?.argv.join(' '), framework?.suite.takesOptions];
  };
  const jest = 'node --experimental-vm-modules node_modules/jest/bin/jest.js';
  assert.deepEqual(found(`${jest} --ci --coverage src`), ['jest', `${jest} --ci`, true]);
  assert.deepEqual(found(`tsc && ${jest}`), ['jest', jest, true]);
  assert.deepEqual(found('./node_modules/.bin/vitest run'), ['vitest', './node_modules/.bin/vitest run', true]);
  assert.deepEqual(found('npx -y vitest run'), ['vitest', 'vitest run', true]);
  assert.deepEqual(found('node --import tsx --test'), ['node-test', 'node --test --import tsx', true]);
});

test('options behind a script that does more go through its package manager', () => {
  const files = {
    'package.json': manifest({ build: 'tsc', test: 'npm run build && vitest run --silent' }, ['vitest']),
  };
  const suite = (lock: string) => {
    const [found] = detect({ ...files, [lock]: '' });
    return found === undefined
      ? null
      : [line(found.suite), found.suite.takesOptions, found.setUp.map((argv) => argv.join(' '))];
  };
  assert.deepEqual(suite('package-lock.json'), ['npm run test --', true, ['npm ci', 'npm run build']]);
  assert.deepEqual(suite('pnpm-lock.yaml'), [
    'pnpm run test',
    true,
    ['pnpm install --frozen-lockfile', 'pnpm run build'],
  ]);
  assert.deepEqual(suite('yarn.lock'), ['yarn run test', true, ['yarn install --immutable', 'yarn run build']]);
});

test('options that npm would keep from the framework are not given to it', () => {
  const suite = (test: string) => {
    const [found] = detect({ 'package.json': manifest({ lint: 'eslint .', unit: 'vitest run', test }) });
    return found === undefined ? null : [line(found.suite), found.suite.takesOptions];
  };
  assert.deepEqual(suite('npm run lint && npm run unit'), ['npm run test', false]);
  assert.deepEqual(suite('npm run lint && pnpm unit'), ['npm run test --', true]);
  assert.deepEqual(suite('npm run unit'), ['vitest run', true]);
});

test('scripts that run before and after the tests by themselves are run with them', () => {
  const commands = (more: Readonly<Record<string, string>>, test = 'vitest run') => {
    const [found] = detect({ 'package.json': manifest({ ...more, test }), 'package-lock.json': '' });
    return found === undefined ? [] : [line(found.suite), ...found.setUp.map((argv) => argv.join(' '))];
  };
  assert.deepEqual(commands({ pretest: 'tsc' }), ['npm run test --', 'npm ci', 'npm run pretest']);
  assert.deepEqual(commands({ posttest: 'eslint .' }), ['npm run test --', 'npm ci']);
  assert.deepEqual(commands({ unit: 'vitest run', preunit: 'tsc' }, 'npm run unit'), ['npm run test', 'npm ci']);
  assert.deepEqual(commands({ prepare: 'husky' }), ['vitest run', 'npm ci']);
});

test('tests that are compiled before they are run are known by the exit code of their script alone', () => {
  const found = (scripts: Readonly<Record<string, string>>, path = 'test/shelf.test.ts') => {
    const [framework] = detect({ 'package.json': manifest(scripts), [path]: "import test from 'node:test';" });
    return [framework?.kind, framework === undefined ? '' : line(framework.suite), framework?.runner === null];
  };
  const compiled = ['command', 'npm run test', true];
  assert.deepEqual(found({ test: 'tsc && node --test "dist/test/**/*.test.js"' }), compiled);
  assert.deepEqual(found({ pretest: 'tsc', test: 'node --test ./lib/test/' }), compiled);
  assert.deepEqual(found({ test: 'tsc --noEmit && node --test test/' }), ['node-test', 'npm run test', false]);
  assert.deepEqual(found({ test: 'tsc && node --test "**/*.test.ts"' }), ['node-test', 'npm run test', false]);
  assert.deepEqual(found({ test: 'tsc && node --test dist/' }, 'src/a.ts'), ['node-test', 'npm run test', false]);
});

test('coverage is promised only where something measures it', () => {
  const coverage = (dependencies: readonly string[]) =>
    detect({ 'package.json': manifest({ test: 'vitest run' }, dependencies) })[0]?.coverage;
  assert.equal(coverage(['vitest']), null);
  assert.equal(coverage(['vitest', '@vitest/coverage-v8']), 'lcov');
  assert.equal(detect({ 'package.json': manifest({ test: 'jest' }) })[0]?.coverage, 'lcov');
  assert.equal(detect({ 'pytest.ini': '' })[0]?.coverage, null);
  assert.equal(detect({ 'pytest.ini': '', 'requirements-dev.txt': 'pytest-cov==7\n' })[0]?.coverage, 'lcov');
});

test('pytest is known by its sections, its files and its tests, and set up by whoever keeps the lock file', () => {
  const tests = { 'tests/test_shelf.py': 'def test_x(): assert f()', 'tests/conftest.py': '' };
  const setUp = (files: Readonly<Record<string, string>>) =>
    detect({ ...files, ...tests })[0]?.setUp.map((argv) => argv.join(' '));
  const [found, ...rest] = detect({ ...tests, 'pyproject.toml': '[project]\n[tool.pytest.ini_options]\n' });
  assert.deepEqual([found?.kind, found?.folder, rest.length], ['pytest', '', 0]);
  assert.deepEqual([found?.layout.folder, found?.layout.naming], ['tests', 'test_*.py']);
  assert.equal(found === undefined ? '' : line(found.suite), 'python3 -m pytest');
  assert.deepEqual(setUp({ 'pyproject.toml': '[project]', 'uv.lock': '' }), ['uv sync --frozen']);
  assert.deepEqual(setUp({ 'pyproject.toml': '', 'poetry.lock': '' }), ['poetry install --no-interaction']);
  assert.deepEqual(setUp({ 'requirements.txt': 'requests\n' }), [
    'python3 -m venv .venv',
    '.venv/bin/python3 -m pip install -r requirements.txt pytest',
  ]);
  assert.deepEqual(setUp({}), []);
  const extras = (list: string) => {
    const project = `[build-system]\n[project]\n${list}\n[tool.x]\ntest = [1]\n`;
    return setUp({ 'pyproject.toml': project })?.at(-1)?.replace('.venv/bin/python3 -m pip install ', '');
  };
  const beside = '[project.optional-dependencies]\ndocs = ["sphinx"]\n';
  assert.equal(extras(''), '-e . pytest');
  assert.equal(extras(beside), '-e . pytest');
  assert.equal(extras(`${beside}dev = [\n  "ruff",\n]\n`), '-e .[dev] pytest');
  assert.equal(extras(`${beside}dev = ["ruff"]\ntest = ["hypothesis", "pytest-cov"]\n`), '-e .[test] pytest');
});

test('go and cargo are known by their manifests', () => {
  const [go] = detect({
    'go.mod': '// x\nmodule example.com/shelf\n',
    'go.sum': '',
    'shelf_test.go': '',
    'a/b_test.go': '',
  });
  assert.deepEqual(
    [go?.kind, go?.moduleName, go?.layout.naming, go?.layout.folder],
    ['go', 'example.com/shelf', '*_test.go', null],
  );
  assert.equal(go === undefined ? '' : line(go.suite), 'go test ./...');
  assert.deepEqual(go?.setUp, [['go', 'mod', 'vendor']]);
  const setUpOf = (name: string) => detect({ 'go.mod': 'module m\n', 'go.sum': '', [name]: '' })[0]?.setUp;
  assert.deepEqual([setUpOf('vendor/modules.txt'), setUpOf('go.work')], [[], [['go', 'mod', 'download']]]);
  const [cargo] = detect({ 'Cargo.toml': '[workspace]\nmembers = ["a"]\n', 'Cargo.lock': '', 'tests/shelf.rs': '' });
  assert.deepEqual(
    [cargo?.kind, cargo?.layout.folder, cargo?.setUp],
    ['cargo', 'tests', [['cargo', 'fetch', '--locked']]],
  );
  assert.equal(cargo === undefined ? '' : line(cargo.suite), 'cargo test --workspace');
});

test('parts of a repository come after its top, vendored ones never', () => {
  const found = detect({
    'package.json': manifest({ test: 'vitest run' }),
    'test/a.test.ts': "import 'vitest';",
    'packages/b/package.json': manifest({ test: 'jest' }),
    'packages/b/src/b.test.ts': '',
    'services/c/go.mod': 'module c\n',
    'services/c/c_test.go': '',
    'node_modules/x/package.json': manifest({ test: 'jest' }),
    'test/fixtures/y/package.json': manifest({ test: 'jest' }),
  });
  assert.deepEqual(
    found.map(({ kind, folder }) => `${kind} ${folder}`),
    ['vitest ', 'jest packages/b', 'go services/c'],
  );
  assert.deepEqual(found[1]?.programFolders, ['packages/b/node_modules/.bin', 'node_modules/.bin']);
});

test('a configured command stands instead, and keeps what was found about the tests', () => {
  const [found = null] = detect({
    'package.json': manifest({ test: 'vitest run' }),
    'package-lock.json': '',
    'test/a.test.ts': '',
  });
  const plain = configureFramework({ command: 'make check', setUp: null, format: null, reportFile: null }, found);
  assert.deepEqual(
    [plain.kind, plain.suite.argv, plain.report, plain.runner],
    ['command', ['sh', '-c', 'make check'], null, null],
  );
  assert.deepEqual([plain.layout.naming, plain.setUp], ['*.test.ts', [['npm', 'ci']]]);
  const told = configureFramework(
    { command: ['make', 'check'], setUp: ['make', 'deps'], format: 'junit', reportFile: 'out/report.xml' },
    null,
  );
  assert.deepEqual(
    [told.suite.argv, told.setUp, told.report, told.reportFile],
    [['make', 'check'], [['make', 'deps']], 'junit', 'out/report.xml'],
  );
});

test('manifests that are broken, huge or hostile are no framework and no throw', () => {
  for (const text of [
    '',
    'null',
    '[]',
    '{"scripts":7}',
    '{"scripts":{"test":7}}',
    '{',
    JSON.stringify({ scripts: { test: 'a && '.repeat(50_000) } }),
  ]) {
    assert.deepEqual(detect({ 'package.json': text }), []);
  }
  const circle = manifest({ test: 'npm run a', a: 'npm run b', b: 'npm run a' });
  assert.deepEqual(detect({ 'package.json': circle }), []);
  const [shell] = detect({ 'package.json': manifest({ test: 'node --test $(rm -rf .) `x` | tee log' }) });
  assert.deepEqual([shell?.suite.argv, shell?.suite.takesOptions], [['npm', 'run', 'test'], false]);
});

test('among a hundred thousand files the tests are found', () => {
  const files: Record<string, string> = { 'package.json': manifest({ test: 'node --test' }) };
  for (let at = 0; at < 100_000; at += 1) files[`data/${at % 500}/part-${at}.test.js`] = '';
  assert.equal(detect(files)[0]?.layout.count, 100_000);
});

test('this repository runs node:test by way of its own script', () => {
  const [found] = detectFramework(openFolderReader(projectDir));
  assert.deepEqual([found?.kind, found?.layout.folder, found?.layout.naming], ['node-test', 'test', '*.test.ts']);
  assert.equal(found?.suite.takesOptions, false);
});

test('tests are told from what only serves them', () => {
  assert.ok(isTestPath('src/a.test.tsx', 'vitest') && isTestPath('a/__tests__/b.js', 'jest'));
  assert.ok(isTestPath('a_test.py', 'pytest') && isTestPath('x/tests/a.rs', 'cargo') && isTestPath('a_test.go', 'go'));
  assert.ok(!isTestPath('src/latest.ts', 'vitest') && !isTestPath('test/workspace.ts', 'node-test'));
  assert.ok(!isTestPath('src/lib.rs', 'cargo') && !isTestPath('conftest.py', 'pytest'));
  assert.ok(isTestPath('test/a.test.ts', 'command') && isTestPath('a_test.go', 'command'));
  const others = ['tests/greet.sh', 'spec/models/a_spec.rb', 'lib/a_test.rb', 'src/test/java/CartTest.java', 'a.bats'];
  assert.deepEqual(
    others.filter((path) => !isTestPath(path, 'command')),
    [],
  );
  const none = [
    'src/latest.sh',
    'bin/attest.sh',
    'tests/data.json',
    'tests/README.md',
    'src/latest.ts',
    'run-tests.sh',
  ];
  assert.deepEqual(
    none.filter((path) => isTestPath(path, 'command')),
    [],
  );
});
