import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFramework } from '../../src/frameworks/detect/detect-framework.ts';
import { everything, makeTestOrder, type TestSelection } from '../../src/frameworks/orders/test-order.ts';
import { memoryReader } from '../survey/memory-reader.ts';

const settings = { root: '/repo', reportFolder: '/out', wantsCoverage: false };
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  node: { 'package.json': '{"scripts":{"test":"node --test test/"}}' },
  vitest: { 'package.json': '{"scripts":{"test":"vitest"},"devDependencies":{"@vitest/coverage-v8":"*"}}' },
  jest: { 'package.json': '{"scripts":{"test":"jest"}}' },
  pytest: { 'pytest.ini': '[pytest]\n', 'requirements.txt': 'pytest-cov\n' },
  go: { 'go.mod': 'module m\n' },
  cargo: { 'Cargo.toml': '[package]\n' },
  workspace: { 'Cargo.toml': '[package]\n[workspace]\nmembers = ["a"]\n', 'a/Cargo.toml': '[package]\n' },
  targets: { 'Cargo.toml': '[package]\nautotests = false\n[[test]]\nname = "all"\npath = "tests/tests.rs"\n' },
};

function order(name: string, selection: TestSelection = everything, wantsCoverage = false) {
  const [framework] = detectFramework(memoryReader(files[name] ?? {}));
  assert.ok(framework !== undefined, name);
  return makeTestOrder(framework, { ...settings, selection, wantsCoverage });
}
const line = (...args: Parameters<typeof order>) => {
  const { program, args: words } = order(...args);
  return [program, ...words].map((word) => word.replace(/data:.*/, 'OURS')).join(' ');
};

test('each framework is asked for a report that it writes into our folder', () => {
  const reporters =
    '--test-reporter=spec --test-reporter-destination=stdout --test-reporter=OURS --test-reporter-destination=/out/report';
  assert.equal(line('node'), `node --test ${reporters} test/`);
  assert.equal(
    line('vitest'),
    'vitest run --reporter=default --reporter=json --outputFile.json=/out/report --bail=0 --coverage.enabled=false',
  );
  assert.equal(line('jest'), 'jest --json --outputFile=/out/report --ci --bail=0 --coverage=false');
  assert.match(
    line('pytest'),
    /^python3 -m pytest -p no:cacheprovider .* --maxfail=0 --junitxml=\/out\/report -o junit_family=xunit1$/,
  );
  assert.equal(line('go'), 'go test -json -count=1 ./...');
  assert.equal(line('cargo'), 'cargo test --no-fail-fast');
});

test('some files and some names are all that is run', () => {
  const js = { files: ['test/a.test.js', '-x.test.js'], names: ['010 a (b)', '020 c'] };
  assert.match(
    line('node', js),
    / --test-name-pattern=010 a \\\(b\\\) --test-name-pattern=020 c test\/a\.test\.js \.\/-x\.test\.js$/,
  );
  assert.match(line('vitest', js), / --testNamePattern=010 a \\\(b\\\)\|020 c test\/a\.test\.js \.\/-x\.test\.js$/);
  assert.match(
    line('jest', js),
    / --testNamePattern=\S+ \S+ \S+ c --runTestsByPath test\/a\.test\.js \.\/-x\.test\.js$/,
  );
  const py = { files: ['tests/test_a.py'], names: ['test_010_x[1]', 'test_020', 'no name; rm'] };
  assert.match(line('pytest', py), / -k test_010_x or test_020 tests\/test_a\.py$/);
  const go = { files: ['a/b_test.go', 'a/c_test.go', 'd_test.go'], names: ['Test010 > one', 'Test020'] };
  assert.equal(line('go', go), 'go test -json -count=1 -run ^(Test010|Test020)$ ./a ./');
  const rust = { files: ['tests/shelf.rs', 'tests/it/main.rs'], names: ['inner > t010'] };
  assert.equal(line('cargo', rust), 'cargo test --no-fail-fast --test=shelf --test=it -- --exact inner::t010');
});

test('cargo: tests of any crate of a workspace are found, and files that are no target by their name run with all', () => {
  const run = (name: string, ...paths: string[]) => line(name, { files: paths, names: null });
  assert.equal(run('workspace', 'a/tests/x.rs'), 'cargo test --no-fail-fast --workspace --test=x');
  for (const path of ['tests/common/mod.rs', 'tests/it/part.rs', 'src/tests/x.rs', 'src/lib.rs'])
    assert.equal(run('cargo', 'tests/x.rs', path), 'cargo test --no-fail-fast --tests', path);
  assert.equal(run('targets', 'tests/part.rs'), 'cargo test --no-fail-fast --tests');
  assert.equal(line('targets'), 'cargo test --no-fail-fast');
});

test('a file whose name looks like a pattern is named all the same', () => {
  const files = ['routes/[id]/page.test.js', 'what?.test.js'];
  assert.match(line('node', { files, names: null }), / routes\/\[\[\]id\]\/page\.test\.js what\[\?\]\.test\.js$/);
  assert.match(
    line('jest', { files, names: null }),
    / --runTestsByPath routes\/\[id\]\/page\.test\.js what\?\.test\.js$/,
  );
});

test('coverage is asked for where it can be had, and lands in our folder', () => {
  assert.equal(order('node', everything, true).coverageFile, '/out/lcov.info');
  assert.match(line('vitest', everything, true), /--coverage\.enabled .*--coverage\.reportsDirectory=\/out\/coverage/);
  assert.equal(order('vitest', everything, true).coverageFile, '/out/coverage/lcov.info');
  assert.match(line('jest', everything, true), /--coverageDirectory=\/out/);
  assert.equal(order('pytest', everything, true).environment['COVERAGE_FILE'], '/out/lcov.info.data');
  assert.match(line('go', everything, true), /-coverprofile=\/out\/lcov\.info/);
  assert.equal(order('cargo', everything, true).coverageFile, null);
  // Figures that a repository demands of its whole fail no run of ours.
  assert.match(line('vitest', everything, true), /--coverage\.thresholds\.lines=0 .*thresholds\.autoUpdate=false/);
  assert.match(line('jest', everything, true), /--coverageThreshold=\{\}/);
});

test('nobody is asked, nothing is coloured, and nothing is kept', () => {
  for (const name of Object.keys(files)) {
    const { CI, NO_COLOR, PYTHONDONTWRITEBYTECODE, RUST_BACKTRACE } = order(name).environment;
    assert.deepEqual([CI, NO_COLOR, PYTHONDONTWRITEBYTECODE, RUST_BACKTRACE], ['1', '1', '1', '0']);
  }
});
