import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normaliseArgv } from '../../src/cli/argv.ts';

const spell = (line: string) => normaliseArgv(line.split(' ')).join(' ');

test('--ids takes all following words up to the next flag', () => {
  assert.equal(spell('requirements --ids 137 142 --dry-run 7'), 'requirements --ids=137 --ids=142 --dry-run 7');
  assert.equal(spell('--ids=1 2 -v'), '--ids=1 --ids=2 -v');
  assert.equal(spell('--ids 1 --ids 2'), '--ids=1 --ids=2');
});

test('--parallel takes the next word as its number, also a negative one, and may stand alone', () => {
  assert.equal(spell('--parallel 4 137'), '--parallel=4 137');
  assert.equal(spell('--parallel -1'), '--parallel=-1');
  assert.equal(spell('--parallel -.5'), '--parallel=-.5');
  assert.equal(spell('--parallel many'), '--parallel=many');
  assert.equal(spell('--parallel --dry-run'), '--parallel --dry-run');
  assert.equal(spell('--parallel -v'), '--parallel -v');
  assert.equal(spell('--parallel'), '--parallel');
});

test('what follows -- is left as it is', () => {
  assert.equal(spell('--ids 1 -- --ids --parallel'), '--ids=1 -- --ids --parallel');
});

test('a flag without its value is refused', () => {
  for (const line of ['--ids', '--ids --dry-run', '--ids=', '--parallel=', '--repo=']) {
    assert.throws(() => normaliseArgv(line.split(' ')), { name: 'AgentOsError' }, line);
  }
  assert.throws(() => normaliseArgv(['--parallel', '']), { message: /not ""/ });
});
