import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sweep } from '../../needs.ts';
import { Bench, evidenceOf, type Turn, writesCode, writesTests } from './bench.ts';
import { failsWith } from './failure.ts';

const code = (body: string): Turn => ({ files: { 'src/sum.js': `export function sum(numbers) {\n${body}\n}\n` } });
const always3 = code('  return numbers.length < 0 ? 0 : 3;');
const always7 = code('  return numbers.length < 0 ? 0 : 7;');

sweep('what fails is told to the agent, job after job, until it is green', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [always7, always3, writesCode] });
  const evidence = evidenceOf(await bench.run());
  assert.deepEqual(bench.kinds, ['write-tests', 'implement', 'implement', 'implement']);
  assert.match(bench.jobs[2]?.instructions ?? '', /010 two numbers are added/);
  assert.match(bench.jobs[3]?.instructions ?? '', /020 of nothing the sum is 0/);
  assert.doesNotMatch(bench.jobs[3]?.instructions ?? '', /test "010/);
  assert.equal(evidence.rounds, 3);
  assert.equal(bench.log.length, 1);
});

test('the same findings twice with nothing better end the task, and its best state stays on the branch', async () => {
  using bench = new Bench({
    'write-tests': [writesTests],
    implement: [always3, always7, code('  return 7 + numbers.length - numbers.length;')],
  });
  await assert.rejects(bench.run(), failsWith('red-tests', /stagnation|oscillation/));
  // One scenario was green in the first round, none in the second: that was undone.
  assert.match(bench.show('src/sum.js'), /: 3/);
  assert.match(bench.jobs[3]?.instructions ?? bench.jobs[2]?.instructions ?? '', /020/);
  assert.equal(bench.git('worktree', 'list').split('\n').length, 1);
});

test('jobs are bounded', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [always7, always3] });
  await assert.rejects(bench.run({}, { maxIterations: 2 }), failsWith('red-tests', /limit of 2 jobs/));
  assert.deepEqual(bench.kinds, ['write-tests', 'implement', 'implement']);
});

test('an agent that comes back to what it had before is stopped', async () => {
  using bench = new Bench({ 'write-tests': [writesTests], implement: [always7, always3, always3] });
  await assert.rejects(bench.run(), failsWith('red-tests', /oscillation/));
});
