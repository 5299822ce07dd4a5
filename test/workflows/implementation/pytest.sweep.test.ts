import assert from 'node:assert/strict';
import { testWith } from '../../needs.ts';
import { Bench, evidenceOf, renderLld } from './bench.ts';
import { failsWith } from './failure.ts';

const files = {
  'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n',
  'src/old.py': 'OLD = 1\n',
  'tests/test_old.py': 'from old import OLD\n\n\ndef test_old():\n    assert OLD == 1\n',
};
const lld = renderLld(['| `src/sums.py` | Add | Adds |', '| `tests/test_sums.py` | Add | Proves |']);
const tests = `from sums import total


def test_010_two_numbers():
    assert total([1, 2]) == 3


def test_020_no_number():
    assert total([]) == 0
`;

testWith('pytest', 'a repository with pytest goes from red to green as well', async () => {
  const wrong = 'def total(numbers):\n    return 3\n';
  const code = 'def total(numbers):\n    return sum(numbers)\n';
  using bench = new Bench(
    {
      'write-tests': [{ files: { 'tests/test_sums.py': tests } }],
      implement: [{ files: { 'src/sums.py': wrong } }, { files: { 'src/sums.py': code } }],
    },
    { files, lld },
  );
  const building = { ...bench.order.building, setUpCommand: '' };
  const evidence = evidenceOf(await bench.run({}, { building }));
  assert.match(bench.jobs[2]?.instructions ?? '', /test_020_no_number/);
  assert.deepEqual(
    evidence.scenarios.map(({ tests: proofs }) => proofs.map(({ red, without, isGreen }) => [red, without, isGreen])),
    [[['missing', 'missing', true]], [['missing', 'missing', true]]],
  );
  assert.deepEqual(
    evidence.changed.map(({ path }) => path),
    ['src/sums.py', 'tests/test_sums.py'],
  );
  assert.match(evidence.framework.version ?? '', /^\d+\.\d+/);
  assert.equal(evidence.gates.find(({ gate }) => gate === 'coverage')?.state, 'unmeasured');
});

testWith(
  'pytest',
  'settings among the tests that keep an existing one from being run are found by a gate',
  async () => {
    const code = 'def total(numbers):\n    return sum(numbers)\n';
    const hides =
      "import pytest\n\n\ndef pytest_collection_modifyitems(items):\n    for item in items:\n        if item.name == 'test_old':\n            item.add_marker(pytest.mark.skip)\n";
    for (const conftest of [hides, "collect_ignore = ['test_old.py']\n"]) {
      using bench = new Bench(
        {
          'write-tests': [{ files: { 'tests/test_sums.py': tests, 'tests/conftest.py': conftest } }],
          implement: [{ files: { 'src/sums.py': code, 'src/old.py': 'OLD = 2\n' } }],
        },
        { files, lld },
      );
      const building = { ...bench.order.building, setUpCommand: '' };
      await assert.rejects(
        bench.run({}, { building, maxIterations: 1 }),
        failsWith(
          'gate',
          /gate suite: test_old: it passed before.*skipped now|test_old\.py: of its tests 1 passed before, and none/,
        ),
      );
    }
  },
);
