import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMarkTrouble, MarkedCache } from '../../../src/simulator/cache/marked-cache.ts';
import type { PromptBlock } from '../../../src/simulator/cache/prompt-block.ts';
import { block } from './prompts.ts';

const minuteMs = 60_000;
type Prompt = readonly PromptBlock[];

/** What a second prompt finds, some time after the first was sent. */
function afterwards(first: Prompt, second: Prompt, ms = 1000) {
  const cache = new MarkedCache(minuteMs);
  assert.equal(cache.look(0, first).read, 0);
  cache.keep(0, first);
  return cache.look(ms, second);
}

const system = block(1000, 's', 5);
const issue = block(500, 'i', 5);
const question = block(100, 'q');

const cases: readonly [claim: string, first: Prompt, second: Prompt, read: number, write: number][] = [
  ['the same marks again: all of it is read', [system, issue, question], [system, issue, question], 1500, 0],
  ['another question behind the marks', [system, issue, question], [system, issue, block(300, 'x')], 1500, 0],
  ['another issue behind a system that is too short by itself', [system, issue], [system, block(500, 'j', 5)], 0, 1500],
  ['nothing is marked', [block(3000), question], [block(3000), question], 0, 0],
  ['only the second marks: it pays for the whole', [block(3000)], [block(3000, 'a', 5)], 0, 3000],
  ['only the first marks: nobody looks', [block(3000, 'a', 5)], [block(3000)], 0, 0],
  ['shorter than the least that is kept', [block(1023, 'a', 5)], [block(1023, 'a', 5)], 0, 0],
  ['as long as the least that is kept', [block(1024, 'a', 5)], [block(1024, 'a', 5)], 1024, 0],
  [
    'a document is added behind: the old is read, the new is kept',
    [block(2000, 's', 5), question],
    [block(2000, 's', 5), block(700, 'd', 5), question],
    2000,
    700,
  ],
  [
    'the document is another one: only what stands before it is read',
    [block(2000, 's', 5), block(700, 'd', 5)],
    [block(2000, 's', 5), block(900, 'e', 5)],
    2000,
    900,
  ],
  ['something else in front: nothing is read', [block(2000, 's', 5)], [block(1), block(2000, 's', 5)], 0, 2001],
  [
    'an earlier mark is found up to twenty blocks back',
    [block(2000, 's', 5)],
    [block(2000, 's'), ...Array.from({ length: 18 }, () => question), block(100, 'q', 5)],
    2000,
    1900,
  ],
  [
    'and no further',
    [block(2000, 's', 5)],
    [block(2000, 's'), ...Array.from({ length: 19 }, () => question), block(100, 'q', 5)],
    0,
    4000,
  ],
];

for (const [claim, first, second, read, write] of cases) {
  test(`marks: ${claim}`, () => assert.deepEqual(afterwards(first, second), { read, write }));
}

test('marks: the same text in another role is another beginning', () => {
  const [one, other] = [block(2000, 'a', 5), { ...block(2000, 'a', 5), from: 'system' }];
  assert.deepEqual(afterwards([one], [other]), { read: 0, write: 2000 });
});

test('marks: a beginning is kept for five minutes, or for the hour that was asked for', () => {
  for (const minutes of [5, 60]) {
    const prompt = [block(2000, 'a', minutes)];
    assert.equal(afterwards(prompt, prompt, minutes * minuteMs - 1).read, 2000);
    assert.equal(afterwards(prompt, prompt, minutes * minuteMs).read, 0);
  }
});

test('marks: what is read is kept anew', () => {
  const cache = new MarkedCache(minuteMs);
  const prompt = [block(2000, 'a', 5), question];
  for (let minute = 0; minute <= 40; minute += 4) {
    assert.equal(cache.look(minute * minuteMs, prompt).read, minute === 0 ? 0 : 2000);
    cache.keep(minute * minuteMs, prompt);
  }
  assert.equal(cache.look(45 * minuteMs, prompt).read, 0);
});

test('marks: looking changes nothing', () => {
  const cache = new MarkedCache(minuteMs);
  const prompt = [block(2000, 'a', 5)];
  assert.deepEqual(
    [cache.look(0, prompt), cache.look(1, prompt)],
    [
      { read: 0, write: 2000 },
      { read: 0, write: 2000 },
    ],
  );
});

test('marks: more than four, and one on nothing, are a bad request', () => {
  const marked = Array.from({ length: 5 }, () => block(10, 'a', 5));
  assert.equal(findMarkTrouble(marked.slice(1)), null);
  assert.match(findMarkTrouble(marked) ?? '', /maximum of 4 .* Found 5/);
  assert.match(findMarkTrouble([block(0, 'a', 5)]) ?? '', /empty/);
});
