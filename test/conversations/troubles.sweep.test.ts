import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Fault } from '../../src/simulator/setup.ts';
import { TalkWorkspace } from './talk-workspace.ts';
import { steps } from './two-rounds.ts';

const tasks = steps.map((_, at) => String(at + 1));

/** One task for each step of the conversation: there this goes wrong, once. */
function strikeEachStep(fault: Fault) {
  return {
    tasks: steps.length,
    troubles: Object.fromEntries(steps.map((step, at) => [`${tasks[at]} ${step}`, fault])),
  };
}

/** Every task ended approved, every question was answered once, and the fault struck once in each task. */
function assertPaidOnce(workspace: TalkWorkspace, fault: Fault): void {
  assert.deepEqual(workspace.fates(), Object.fromEntries(tasks.map((task) => [task, 'done'])));
  assert.deepEqual(
    workspace.answeredSteps(),
    tasks.flatMap((task) => steps.map((step) => `${task} ${step}`)),
  );
  assert.deepEqual(new Set(workspace.answered.values()), new Set([1]));
  assert.equal(workspace.truth.filter(({ fault: kind }) => kind === fault.kind).length, steps.length);
}

const usual: readonly (readonly [string, Fault])[] = [
  ['a 429', { kind: 'rate', waitMs: 150 }],
  ['an overloaded provider', { kind: 'overload' }],
  ['a stream that is cut', { kind: 'cut', bytes: 400 }],
];
/** These wait for up to ten seconds each. */
const rare: readonly (readonly [string, Fault])[] = [
  ['a stream that breaks off with an error', { kind: 'stream-error', afterEvents: 2, trouble: 'overload' }],
  ['an error of the server', { kind: 'server-error' }],
  ['a stream that is cut before it begins', { kind: 'cut', bytes: 0 }],
  ['a reply without a body', { kind: 'empty' }],
  ['a body that ends half-way', { kind: 'truncated-json' }],
  ['a limit of calls at once', { kind: 'concurrency' }],
];
const cases = process.env['AGENTOS_TEST_EXHAUSTIVE'] === '1' ? [...usual, ...rare] : usual;

describe('whatever step of a conversation it meets', { concurrency: 3 }, () => {
  for (const [what, fault] of cases) {
    test(`${what} costs that one call, and the task ends approved`, async () => {
      await using workspace = await TalkWorkspace.open(strikeEachStep(fault));
      const { code, stdout, stderr } = await workspace.run('requirements', '--parallel', '5');
      assert.equal(code, 0, `${stdout}${stderr}`);
      assertPaidOnce(workspace, fault);
    });
  }

  test('a call that nobody ends is ended by the watchdog of its task, and the next attempt goes on from there', async () => {
    const fault: Fault = { kind: 'hang' };
    await using workspace = await TalkWorkspace.open(strikeEachStep(fault));
    const watched = ['--task-timeout', '10', '--max-attempts', '4'];
    const { code, stdout, stderr } = await workspace.run('requirements', '--parallel', '5', '--json', ...watched);
    assert.equal(code, 0, stderr);
    assertPaidOnce(workspace, fault);
    const summary: { tasks: { attempts: number }[] } = JSON.parse(stdout);
    assert.ok(
      summary.tasks.every(({ attempts }) => attempts > 1),
      stdout,
    );
  });
});
