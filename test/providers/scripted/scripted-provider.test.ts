import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedVerdictSchema } from '../../../src/governance/verdict/verdict.ts';
import { answerOffline } from '../../../src/providers/offline/offline-provider.ts';
import type { Ask, AskOptions } from '../../../src/providers/provider.ts';
import { askOptions, draftAsk, renderOfflineDraft, reviewAsk } from '../briefs.ts';
import { openStage } from './stage.ts';

const draft = renderOfflineDraft();

/** What the provider answers to one question. */
async function answer(
  play: object,
  ask: Ask = draftAsk,
  changes: Partial<AskOptions> = {},
  files = {},
): Promise<string> {
  const { provider } = openStage({ 137: { [ask.kind]: [play] } }, files);
  const reply = await provider.ask(ask, askOptions(changes));
  assert.equal(reply.kind, 'answer');
  return reply.kind === 'answer' ? reply.text : '';
}

test('the n-th call takes the n-th element, each try its own play, and the last one goes on', async () => {
  const { provider, ledger } = openStage({ 137: { draft: [{ text: 'a' }, [{ text: 'b' }, { text: 'c' }]] } });
  const texts = [];
  for (const [occurrence, triesEnded] of [
    [1, 0],
    [1, 1],
    [2, 0],
    [2, 1],
    [2, 9],
    [3, 0],
  ] as const) {
    const reply = await provider.ask(draftAsk, askOptions({ occurrence, triesEnded }));
    texts.push(reply.kind === 'answer' ? reply.text : '');
  }
  assert.deepEqual(texts, ['a', 'a', 'b', 'c', 'c', 'b']);
  assert.deepEqual(ledger.slice(0, 2), ['ledger.txt: 137 draft 1 1', 'ledger.txt: 137 draft 1 2']);
});

test('a task of its own stands instead of the star, and what is not scripted is answered offline', async () => {
  const star = { '*': { draft: [{ text: 'star' }], review: [{ text: 'star' }] } };
  const own = openStage({ ...star, 137: { draft: [{ text: 'own' }] } });
  const other = openStage({ ...star, 138: { draft: [{ text: 'own' }] } });
  const replies = [
    await own.provider.ask(draftAsk, askOptions()),
    await own.provider.ask(reviewAsk(draft), askOptions()),
    await other.provider.ask(draftAsk, askOptions()),
    await openStage({ constructor: {} }).provider.ask(draftAsk, askOptions()),
  ];
  assert.deepEqual(
    replies.map((reply) => reply.kind === 'answer' && [reply.model, reply.text]),
    [
      ['scripted', 'own'],
      ['offline', JSON.stringify(answerOffline(reviewAsk(draft)))],
      ['scripted', 'star'],
      ['offline', JSON.stringify(answerOffline(draftAsk))],
    ],
  );
});

test('an answer is offline, literal, from a file, edited, cut or spoiled', async () => {
  assert.equal(await answer({}), draft);
  assert.equal(await answer({ answer: 'offline' }), draft);
  assert.equal(await answer({ text: '' }), '');
  assert.equal(await answer({ file: 'reply.md' }, draftAsk, {}, { 'reply.md': 'from a file' }), 'from a file');
  assert.equal(
    await answer({ edit: [{ find: 'Draft', replace: '$&' }] }),
    draft.replace('Draft', () => '$&'),
  );
  assert.equal(await answer({ truncate: 100 }), draft.slice(0, 100));
  const spoiled = await answer({ malformed: true, answer: 'APPROVED' }, reviewAsk(draft));
  assert.throws(() => JSON.parse(spoiled));
});

test('an edit that finds nothing says that the script is out of date', async () => {
  await assert.rejects(answer({ edit: [{ find: 'nowhere', replace: '' }] }), {
    code: 'SCRIPT_INVALID',
    message: /^script\.json: edit: .*"nowhere"/,
  });
});

test('a word makes a valid verdict', async () => {
  for (const word of ['APPROVED', 'REVISE', 'DISCUSS'] as const) {
    const verdict = askedVerdictSchema.parse(
      JSON.parse(await answer({ answer: word, message: 'Why' }, reviewAsk(draft))),
    );
    assert.deepEqual(
      [verdict.verdict, verdict.findings.map(({ title }) => title), verdict.questions, verdict.coverage.length],
      [word, word === 'REVISE' ? ['Why'] : [], word === 'DISCUSS' ? ['Why'] : [], 2],
    );
  }
});

test('model and cost are as scripted', async () => {
  const { provider } = openStage({ 137: { draft: [{ text: 'x', usd: 0.02, model: 'm-1' }] } });
  assert.deepEqual(await provider.ask(draftAsk, askOptions()), { kind: 'answer', text: 'x', model: 'm-1', usd: 0.02 });
});

test('a refusal says why, and when to come back', async () => {
  const { provider } = openStage({ 137: { draft: [{ refuse: 'limit', retryAfterMs: 200, usd: 0.01 }] } });
  assert.deepEqual(await provider.ask(draftAsk, askOptions()), {
    kind: 'refusal',
    failure: { code: 'limit', message: 'the script says limit' },
    retryAfterMs: 200,
    isFinal: false,
    repeats: 0,
    usd: 0.01,
  });
  const other = openStage({ 137: { draft: [{ refuse: 'outage', message: '529' }] } });
  assert.deepEqual(await other.provider.ask(draftAsk, askOptions()), {
    kind: 'refusal',
    failure: { code: 'outage', message: '529' },
    retryAfterMs: null,
    isFinal: false,
    repeats: 0,
    usd: 0,
  });
});

test('output is printed as it is, to the stream that it is meant for', async () => {
  const { provider, printed } = openStage({ 137: { draft: [{ print: 'half a li', printError: 'oh\n' }] } });
  await provider.ask(draftAsk, askOptions());
  assert.deepEqual(printed, [
    ['stdout', 'half a li'],
    ['stderr', 'oh\n'],
  ]);
});

test('a delay and a hang end with the reason of the stop; before a hang the try is noted', async () => {
  for (const play of [{ delayMs: 600_000 }, { hang: true }]) {
    const stop = new AbortController();
    const notes: string[] = [];
    const options = { signal: stop.signal, noteTry: (reason: string) => notes.push(reason) };
    const asked = answer(play, draftAsk, options);
    setImmediate(() => stop.abort(new Error('stopped')));
    await assert.rejects(asked, /^Error: stopped$/);
    assert.deepEqual(notes, 'hang' in play ? ['the script says hang'] : []);
  }
});

test('a short delay passes', async () => {
  assert.equal(await answer({ delayMs: 1, text: 'later' }), 'later');
});
