import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { listReceipt, makeReceipt } from '../../src/report/receipt.ts';
import { renderReceipt } from '../../src/report/render-receipt.ts';
import { type ExchangeEvent, makeExchange } from './made-exchange.ts';
import { RecordedBatch } from './recorded-batch.ts';

const exchange = (more: Partial<ExchangeEvent> = {}) => makeExchange('7', more);

const refused = exchange({ status: 429, trouble: 'rate', usage: null, usd: 0, ms: 100 });
const abandoned = exchange({ status: null, trouble: 'abandoned', usage: null, usd: null });

function begun(): RecordedBatch {
  return new RecordedBatch(['7']).begin('7');
}

function rowsOf(batch: RecordedBatch) {
  return listReceipt(makeReceipt(batch.entries));
}

function textOf(batch: RecordedBatch): string[] {
  return renderReceipt(makeReceipt(batch.entries));
}

test('each step has what its own exchanges took', () => {
  const batch = begun().step('7', 'load-issue#1', 5);
  batch.add(exchange()).step('7', 'draft#1', 5000, 0.02).step('7', 'check-draft#1', 20);
  batch
    .add(exchange({ usd: 0.03 }))
    .add(exchange({ usd: 0.04 }))
    .step('7', 'review#1', 9000, 0.07);
  assert.deepEqual(
    rowsOf(batch).filter(({ calls }) => calls > 0),
    [
      {
        step: 'draft#1',
        calls: 1,
        refusals: 0,
        inputTokens: 1234,
        cachedTokens: 200,
        outputTokens: 500,
        seconds: 5,
        usd: 0.02,
      },
      {
        step: 'review#1',
        calls: 2,
        refusals: 0,
        inputTokens: 2468,
        cachedTokens: 400,
        outputTokens: 1000,
        seconds: 9,
        usd: 0.07,
      },
    ],
  );
  assert.deepEqual(
    rowsOf(batch).map(({ step }) => step),
    ['load-issue#1', 'draft#1', 'check-draft#1', 'review#1'],
  );
});

test('for a person it is a table: steps that asked, all others together, and the total', () => {
  const batch = begun().step('7', 'load-issue#1', 500);
  batch.add(exchange()).step('7', 'draft#1', 5000, 0.02).step('7', 'check-draft#1', 700);
  batch.add(refused).add(exchange()).step('7', 'review#2', 61_000, 0.25);
  assert.deepEqual(textOf(batch), [
    'step                 calls  tokens in  cached  tokens out       time   cost',
    'draft                    1      1,234     200         500        5 s  $0.02',
    'review 2     1 + 1 refused      1,234     200         500  1 min 1 s  $0.25',
    'other steps                                                    1.2 s',
    'total        2 + 1 refused      2,468     400       1,000  1 min 7 s  $0.27',
  ]);
});

test('tries of a call are part of its step, and steps that were done again add up', () => {
  const batch = begun().add(refused);
  const checkpoint = { id: 'c', sequence: 1 };
  const failure = { code: 'limit', message: '429' } as const;
  batch.add({ kind: 'call-failed', task: '7', step: 'review#1', checkpoint, failure, usd: 0 });
  batch.add(exchange()).step('7', 'review#1/try-2', 5000, 0.02);
  batch.add({ kind: 'checkpoint-reset', task: '7', reason: 'changed' });
  batch.add(exchange()).step('7', 'review#1', 5000, 0.02);
  const [row, ...others] = rowsOf(batch);
  assert.deepEqual(others, []);
  assert.deepEqual([row?.step, row?.calls, row?.refusals, row?.seconds, row?.usd], ['review#1', 2, 1, 10.1, 0.04]);
});

test('what was not measured is null, and the total is at least the rest', () => {
  const batch = begun().add(exchange()).step('7', 'draft#1', 1000, 0.02);
  batch.add(exchange({ usage: null, usd: null })).step('7', 'review#1', 1000, null);
  const row = rowsOf(batch).at(-1);
  assert.deepEqual([row?.inputTokens, row?.cachedTokens, row?.outputTokens, row?.usd], [null, null, null, null]);
  const lines = textOf(batch);
  assert.match(lines.at(-2) ?? '', /^review +1 +unmeasured +unmeasured +unmeasured +1 s +unmeasured$/);
  assert.match(lines.at(-1) ?? '', /^total +2 +at least 1,234 +at least 200 +at least 500 +2 s +at least \$0\.02$/);
});

test('a step that asked a program of its own has a call of which nothing is measured', () => {
  const batch = begun().step('7', 'draft#1', 1000, null).step('7', 'review#1', 1000, 0.5);
  assert.deepEqual(
    rowsOf(batch).map(({ calls, inputTokens, usd }) => [calls, inputTokens, usd]),
    [
      [1, null, null],
      [1, null, 0.5],
    ],
  );
});

test('nobody was asked: there is no table, and every step has its time', () => {
  const batch = begun().step('7', 'draft#1', 1500).step('7', 'review#1', 500);
  assert.deepEqual(textOf(batch), []);
  assert.deepEqual(
    rowsOf(batch).map(({ step, calls, inputTokens, seconds, usd }) => [step, calls, inputTokens, seconds, usd]),
    [
      ['draft#1', 0, 0, 1.5, 0],
      ['review#1', 0, 0, 0.5, 0],
    ],
  );
});

test('asking how long a text is, is no call', () => {
  const counted = exchange({ usage: null, usd: 0 });
  const batch = begun().add(counted).add(exchange()).step('7', 'draft#1', 5000, 0.02);
  const row = rowsOf(batch)[0];
  assert.deepEqual([row?.calls, row?.inputTokens], [1, 1234]);
});

test('calls of an attempt that was cut off are told apart; what was refused belongs to the step that asked again', () => {
  const batch = begun().add(exchange()).add(refused).begin('7', 2).add(exchange()).step('7', 'draft#1', 5000, 0.02);
  const [draft, cutOff] = rowsOf(batch);
  assert.deepEqual([draft?.step, draft?.calls, draft?.refusals, draft?.usd], ['draft#1', 1, 1, 0.02]);
  assert.deepEqual([cutOff?.step, cutOff?.calls, cutOff?.refusals, cutOff?.usd], [null, 1, 0, 0.02]);
  assert.match(textOf(batch).at(-2) ?? '', /^cut off +1 +1,234 +200 +500 +4 s +\$0\.02$/);
  assert.match(textOf(batch).at(-1) ?? '', /^total +2 \+ 1 refused .* \$0\.04$/);
});

test('a call that was broken off, or begun and never ended, may have cost something', () => {
  const lost = begun().add({ kind: 'exchange-begun', task: '7', lease: 'l', estimatedUsd: 0.5 });
  for (const batch of [lost, begun().add(abandoned)]) {
    const [row] = rowsOf(batch);
    assert.deepEqual([row?.step, row?.calls, row?.inputTokens, row?.usd], [null, 1, null, null]);
  }
  const ended = begun().add({ kind: 'exchange-begun', task: '7', lease: 'l', estimatedUsd: 0.5 }).add(exchange());
  assert.equal(rowsOf(ended.step('7', 'draft#1', 1, 0.02)).length, 1);
});

test('however exchanges and steps follow one another, no token is lost and none is counted twice', () => {
  const events = fc.array(fc.constantFrom('exchange', 'step', 'start', 'refused'), { maxLength: 30 });
  fc.assert(
    fc.property(events, (kinds) => {
      const batch = begun();
      for (const [at, kind] of kinds.entries()) {
        if (kind === 'exchange') batch.add(exchange());
        if (kind === 'refused') batch.add(refused);
        if (kind === 'step') batch.step('7', `s#${at}`, 1, 0);
        if (kind === 'start') batch.begin('7', at);
      }
      const rows = rowsOf(batch);
      const sum = (of: 'calls' | 'refusals' | 'inputTokens') => rows.reduce((total, row) => total + (row[of] ?? 0), 0);
      const count = (kind: string) => kinds.filter((one) => one === kind).length;
      assert.deepEqual(
        [sum('calls'), sum('refusals'), sum('inputTokens')],
        [count('exchange'), count('refused'), count('exchange') * 1234],
      );
    }),
  );
});
