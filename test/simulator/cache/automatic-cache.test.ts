import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AutomaticCache } from '../../../src/simulator/cache/automatic-cache.ts';
import type { PromptBlock } from '../../../src/simulator/cache/prompt-block.ts';
import { block } from './prompts.ts';

const minuteMs = 60_000;

function afterwards(first: readonly PromptBlock[], second: readonly PromptBlock[], ms = 1000): number {
  const cache = new AutomaticCache(minuteMs);
  cache.keep(0, first);
  const { read, write } = cache.look(ms, second);
  assert.equal(write, 0);
  return read;
}

const cases: readonly [claim: string, first: readonly PromptBlock[], second: readonly PromptBlock[], read: number][] = [
  ['too short', [block(1023)], [block(1023)], 0],
  ['long enough', [block(1024)], [block(1024)], 1024],
  ['steps of 128: not yet the next', [block(1151)], [block(1151)], 1024],
  ['steps of 128: the next', [block(1152)], [block(1152)], 1152],
  ['it ends where the texts differ', [block(2000), block(99, 'x')], [block(2000), block(99, 'y')], 1920],
  ['other borders of the same text change nothing', [block(1500), block(1500)], [block(3000)], 2944],
  ['something else in front', [block(3000)], [block(1, 'x'), block(3000)], 0],
  ['a longer prompt finds the shorter one', [block(2048)], [block(9000)], 2048],
  ['a shorter prompt is found in the longer one', [block(9000)], [block(2048)], 2048],
  ['marks change nothing', [block(2048, 'a', 5)], [block(2048)], 2048],
];

for (const [claim, first, second, read] of cases) {
  test(`without marks: ${claim}`, () => assert.equal(afterwards(first, second), read));
}

test('without marks: a beginning is kept for five minutes since it was last sent', () => {
  const prompt = [block(2048)];
  assert.equal(afterwards(prompt, prompt, 5 * minuteMs - 1), 2048);
  assert.equal(afterwards(prompt, prompt, 5 * minuteMs), 0);
});

test('without marks: what is found is the common beginning, cut down to a step', () => {
  const tokens = fc.integer({ min: 0, max: 4000 });
  fc.assert(
    fc.property(tokens, tokens, tokens, (common, mine, yours) => {
      const read = afterwards([block(common), block(mine, 'm')], [block(common), block(yours, 'y')]);
      // Two that both go on with nothing, or one that is the beginning of the other, differ where the shorter ends.
      const step = Math.floor(common / 128) * 128;
      assert.equal(read, step < 1024 ? 0 : step);
    }),
    { numRuns: 200 },
  );
});
