import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerAsOffline } from '../../../../src/cli/models/simulated-answers.ts';
import { askedVerdictSchema } from '../../../../src/governance/verdict/verdict.ts';
import { answerOffline } from '../../../../src/providers/offline/offline-provider.ts';
import { joinPrompt } from '../../../../src/providers/prompt.ts';
import type { CodeReviewAsk } from '../../../../src/providers/provider.ts';
import { makeReviewCodePrompt } from '../../../../src/workflows/implementation/prompts/review-code-prompt.ts';
import { readVerdictReply } from '../../../../src/workflows/requirements/verdict-reply.ts';
import { askOptions } from '../../../providers/briefs.ts';
import { openStage } from '../../../providers/scripted/stage.ts';
import { reviewAsk } from './asks.ts';

async function play(plays: readonly object[], ask: CodeReviewAsk = reviewAsk, occurrence = 1) {
  const stage = openStage({ '137': { 'review-code': plays } });
  const reply = await stage.provider.ask(ask, askOptions({ occurrence, prompt: makeReviewCodePrompt(ask) }));
  assert.ok(reply.kind === 'answer');
  return { reply, ledger: stage.ledger };
}

test('a script says what a reviewer of code says, call by call', async () => {
  for (const word of ['APPROVED', 'REVISE', 'DISCUSS'] as const) {
    const { reply, ledger } = await play([{ answer: word, message: 'Because' }]);
    const reading = readVerdictReply(reply.text);
    assert.ok('data' in reading);
    assert.deepEqual([reading.data.verdict, reading.data.summary], [word, 'Because']);
    assert.deepEqual(
      reading.data.coverage.map(({ scenarios }) => scenarios),
      [['010', '020'], ['020'], ['030']],
    );
    assert.deepEqual(ledger, ['ledger.txt: 137 review-code 1 1']);
  }
  const { reply } = await play([{ answer: 'REVISE' }, { answer: 'APPROVED' }], reviewAsk, 2);
  assert.match(reply.text, /"verdict":"APPROVED"/);
});

test('a script that says nothing answers as offline: would, by the gates', async () => {
  const failed = {
    ...reviewAsk,
    gates: [{ gate: 'stubs', state: 'failed', summary: '1 stub', findings: ['a:1'] }] as const,
  };
  const { reply } = await play([{}], failed);
  assert.deepEqual(JSON.parse(reply.text), answerOffline(failed));
  assert.match(reply.text, /"verdict":"REVISE"/);
});

test('every answer of offline: has the form that was asked for, however much the gates found', () => {
  const findings = Array.from({ length: 100 }, () => 'x'.repeat(500));
  const gates = Array.from({ length: 9 }, (_, at) => ({
    gate: `g${at}`,
    state: 'failed' as const,
    summary: 'y'.repeat(500),
    findings,
  }));
  assert.equal(askedVerdictSchema.parse(answerOffline({ ...reviewAsk, gates })).verdict, 'REVISE');
});

test('a simulated model reads the prompt back, and answers as offline: would', () => {
  const failing = {
    ...reviewAsk,
    gates: [
      ...reviewAsk.gates,
      { gate: 'stubs', state: 'failed', summary: '1 stub', findings: ['a:1', 'b:2'] },
    ] as const,
  };
  for (const ask of [reviewAsk, failing]) {
    const prompt = makeReviewCodePrompt(ask);
    const heard = answerAsOffline({ prompt: `${prompt.system}\n\n${joinPrompt(prompt)}` });
    assert.deepEqual(JSON.parse(heard ?? 'null'), answerOffline(ask));
  }
});
