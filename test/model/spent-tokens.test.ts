import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SpentTokens } from '../../src/model/spent-tokens.ts';
import { makeTaskReceipt } from '../../src/model/task-receipt.ts';
import { type ExchangeEvent, makeExchange } from '../report/made-exchange.ts';
import { RecordedBatch } from '../report/recorded-batch.ts';

const exchange = (more: Partial<ExchangeEvent> = {}) => makeExchange('1', more);

function begun(): RecordedBatch {
  return new RecordedBatch(['1']).begin('1');
}

function tokensOf(batch: RecordedBatch): SpentTokens | undefined {
  return batch.record.tasks.get('1')?.tokens;
}

test('tokens of all exchanges add up, also where nobody knows the price', () => {
  const batch = begun().add(exchange()).step('1', 'draft#1', 1, 0.02);
  batch.add(exchange({ usd: null })).step('1', 'review#1', 1, null);
  assert.deepEqual(tokensOf(batch), {
    input: 2468,
    cached: 400,
    output: 1000,
    calls: 2,
    isWhole: true,
    isAsked: false,
  });
});

test('what was refused, or asks for nothing, takes no tokens', () => {
  const batch = begun().add(exchange({ status: 429, trouble: 'rate', usage: null, usd: 0 }));
  batch.add(exchange({ usage: null, usd: 0 })).step('1', 'draft#1', 1, 0);
  assert.deepEqual(tokensOf(batch), { input: 0, cached: 0, output: 0, calls: 0, isWhole: true, isAsked: false });
});

test('a call that was not measured, or not made through us, or lost, leaves the sum incomplete', () => {
  const unmeasured = begun().add(exchange({ usage: null, usd: null }));
  const program = begun().step('1', 'draft#1', 1, null);
  const lost = begun().add({ kind: 'exchange-begun', task: '1', lease: 'l', estimatedUsd: 1 }).begin('1', 2);
  for (const batch of [unmeasured, program, lost]) {
    const { isWhole, calls } = tokensOf(batch.add(exchange()).step('1', 'review#1', 1, 0.02)) ?? {};
    assert.deepEqual([isWhole, calls], [false, 2]);
  }
});

test('a receipt says what was measured, and null of what was not', () => {
  const paid = begun().add(exchange()).step('1', 'draft#1', 1, 0.02).record.tasks.get('1');
  assert.ok(paid !== undefined);
  const tokens = { input: 1234, cached: 200, output: 500 };
  assert.deepEqual(makeTaskReceipt(paid), { usd: 0.02, calls: 1, tokens });
  const program = begun().step('1', 'draft#1', 1, null).record.tasks.get('1');
  assert.ok(program !== undefined);
  assert.deepEqual(makeTaskReceipt(program), { usd: null, calls: 1, tokens: null });
});
