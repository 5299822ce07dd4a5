import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Gatherer } from '../../src/model/gatherer.ts';

/** A gatherer, and all that it has passed on; time stands still until the test moves it. */
function gather() {
  mock.timers.enable({ apis: ['setTimeout'] });
  const passed: string[][] = [];
  const gatherer = new Gatherer<string>((pieces) => passed.push([...pieces]));
  return { gatherer, passed, [Symbol.dispose]: () => mock.timers.reset() };
}

test('pieces go on together, in their order, a tenth of a second after the first', () => {
  using scene = gather();
  const { gatherer, passed } = scene;
  gatherer.add('a');
  mock.timers.tick(60);
  gatherer.add('b');
  mock.timers.tick(39);
  assert.deepEqual(passed, []);
  mock.timers.tick(1);
  assert.deepEqual(passed, [['a', 'b']]);
  gatherer.add('c');
  mock.timers.tick(100);
  assert.deepEqual(passed, [['a', 'b'], ['c']]);
});

test('what is much waits for nothing, and what was flushed does not come again', () => {
  using scene = gather();
  const { gatherer, passed } = scene;
  gatherer.add('a');
  gatherer.add('b'.repeat(64 * 1024));
  assert.deepEqual(
    passed.map((pieces) => pieces.length),
    [2],
  );
  gatherer.add('c');
  gatherer.flush();
  gatherer.flush();
  mock.timers.tick(1_000);
  assert.deepEqual(passed.slice(1), [['c']]);
});
