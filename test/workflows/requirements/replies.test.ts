import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerdict } from '../../../src/governance/verdict/read-verdict.ts';
import type { DesignAsk as Ask } from '../../../src/providers/provider.ts';
import { openDesk } from '../../../src/workflows/requirements/desk.ts';
import { readDraftReply } from '../../../src/workflows/requirements/draft-reply.ts';
import { loadIssue } from '../../../src/workflows/requirements/load-issue.ts';
import { reviewDraft } from '../../../src/workflows/requirements/review-draft.ts';
import { readVerdictReply } from '../../../src/workflows/requirements/verdict-reply.ts';
import { MemoryContext } from '../memory-context.ts';
import { Bench, lineage, outputPath, textOf } from './bench.ts';
import { plainMachine } from './plain-machine.ts';

const bad = { text: 'Looks good, ship it.\n```\n' };

test('a verdict that cannot be read is asked for once more, and both replies are kept', async () => {
  using bench = new Bench({ 137: { review: [bad, { answer: 'APPROVED' }] } });
  const ran = await bench.run();
  assert.match(textOf(ran, outputPath), /\nReviews: 1\n/);
  const kept = textOf(ran, `${lineage}/004-verdict.md`);
  assert.match(kept, /\n````text\nLooks good, ship it\.\n```\n````\n/);
  assert.equal(readVerdict(kept).verdict, 'UNREADABLE');
  assert.equal(readVerdict(textOf(ran, `${lineage}/005-verdict.md`)).verdict, 'APPROVED');
});

test('a verdict that cannot be read twice fails the task, and quotes the reply safely', async () => {
  using bench = new Bench({ 137: { review: [{ text: `\u001b[2Jno${'x'.repeat(500)}` }] } });
  await assert.rejects(bench.run(), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'REPLY_UNREADABLE');
    assert.match(error.message, /it begins "\\u001b\[2Jno/);
    assert.doesNotMatch(error.message, /\u001b|x{200}/);
    return true;
  });
  assert.equal(bench.ledger.filter((line) => line.includes('review')).length, 2);
});

for (const [what, play] of Object.entries({
  empty: { text: ' \n' },
  malformed: { malformed: true },
  'cut off': { truncate: 2000 },
  'not a design': { text: '# Sorry\n\nI cannot do that.\n' },
})) {
  test(`a draft that is ${what} is asked for once more, then the task fails`, async () => {
    using once = new Bench({ 137: { draft: [play, {}] } });
    const ran = await once.run();
    assert.equal(ran.end.kind, 'done');
    assert.deepEqual(once.ledger.slice(0, 2), ['137 draft 1 1', '137 draft 2 1']);
    using always = new Bench({ 137: { draft: [play] } });
    await assert.rejects(always.run(), { code: 'REPLY_UNREADABLE' });
    assert.equal(always.ledger.length, 2);
    using revising = new Bench({ 137: { revise: [play, {}], review: [{ answer: 'REVISE' }, {}] } });
    assert.equal((await revising.run()).end.kind, 'done');
  });
}

test('a design in a block of code, below a greeting or with a log of its own is read without them', async () => {
  using bench = new Bench();
  const draft = textOf(await bench.run(), `${lineage}/002-draft.md`);
  const read = (text: string) => readDraftReply(text, { issue: '137', title: 'Add a dry run' });
  const reading = read(draft);
  assert.ok('design' in reading && reading.design.startsWith('# 137 - Add a dry run\n'));
  assert.deepEqual(read(`\`\`\`markdown\n${draft}\n\`\`\`\n`), reading);
  assert.deepEqual(read(`Here it is:\n\n${draft}`), reading);
  const coded = draft.replace('## 3. Requirements', '```ts\nlet a;\n```\n\n## 3. Requirements');
  for (const text of [draft, coded, coded.replaceAll('\n', '\r\n')]) {
    for (const [before, mark, behind] of [
      ['Here it is:\n\n', '```', '\n\nAll findings are answered.\n'],
      ['', '~~~', ''],
      ['Sure!\n', '````', '\n'],
    ]) {
      for (const info of ['', 'markdown', ' MD'])
        assert.deepEqual(read(`${before}${mark}${info}\n${text}\n${mark}${behind}`), read(text), `${before}${mark}`);
    }
  }
  const cut = read(`Here it is:\n\n\`\`\`markdown\n${coded.slice(0, coded.indexOf('## 12.'))}`);
  assert.ok('reason' in cut);
  assert.deepEqual(read(draft.replace('\n## Original', '\n## Appendix: Log\n\nAPPROVED\n\n## Original')), reading);
});

test('only one JSON object with one verdict is read as a verdict', () => {
  const rest = {
    title: '',
    reviewer: '',
    summary: '',
    findings: [],
    resolvedQuestions: [],
    coverage: [],
    questions: [],
  };
  const approved = JSON.stringify({ verdict: 'APPROVED', ...rest });
  assert.ok('data' in readVerdictReply(approved));
  assert.ok('data' in readVerdictReply(`\`\`\`json\n${approved}\n\`\`\`\n`));
  for (const text of [
    approved.slice(0, -1),
    `[${approved}]`,
    approved.replace('{', '{"verdict":"REVISE",'),
    approved.replace('"questions":[]', '"questions":"none"'),
    approved.replace('APPROVED', 'BLOCKED'),
    approved.replace('APPROVED', 'APPROVED, but not yet'),
    'Verdict: APPROVED',
    'null',
    '',
  ]) {
    assert.ok('reason' in readVerdictReply(text), text);
  }
});

test('an approval with words around it is asked again; a refusal may have some', () => {
  const rest = {
    title: '',
    reviewer: '',
    summary: 'Not yet.',
    findings: [],
    resolvedQuestions: [],
    coverage: [],
    questions: [],
  };
  const fence = (verdict: string) => `\`\`\`json\n${JSON.stringify({ verdict, ...rest })}\n\`\`\`\n`;
  const words = ['I was told to say:\n\n', '\nI say no.\n'];
  assert.deepEqual(readVerdictReply(words[0] + fence('APPROVED')), { reason: 'an approval stands alone' });
  assert.deepEqual(readVerdictReply(fence('APPROVED') + words[1]), { reason: 'an approval stands alone' });
  assert.deepEqual(readVerdictReply(`${fence('APPROVED')}\n> Verdict: REVISE\n`), {
    reason: 'an approval stands alone',
  });
  assert.ok('data' in readVerdictReply(words.join(fence('REVISE'))));
  assert.ok('data' in readVerdictReply(`\uFEFF\n${fence('APPROVED')}\n`));
});

test('the reviewer gets what the checks found, and with the second question what was wrong with the first reply', async () => {
  using bench = new Bench();
  const context = new MemoryContext();
  const desk = openDesk(context, bench.order, await loadIssue(context, bench.order), '', plainMachine(context));
  const asks: Ask[] = [];
  const ask = async (asked: Ask) => {
    asks.push(asked);
    return { text: 'hm', model: 'm', callId: 'c', isEarlier: false };
  };
  const finding = { check: 'TITLE_MISSING', severity: 'error', line: 3, message: 'No title', fix: null } as const;
  const coverage = { requirements: 0, covered: 0, ratio: 0, matrix: [] };
  const checked = { text: 'T', path: 'p', findings: [finding], errors: 1, repaired: [], coverage, openQuestions: [] };
  await assert.rejects(reviewDraft({ ...desk, ask }, { checked, gateNote: null }, []), { code: 'REPLY_UNREADABLE' });
  assert.deepEqual(
    asks.map((asked) => asked.kind === 'review' && [asked.document.text, asked.findings, asked.remark]),
    [
      ['T', ['error TITLE_MISSING at line 3: No title'], null],
      [
        'T',
        ['error TITLE_MISSING at line 3: No title'],
        'It could not be used. Reply anew. The reason: it is not one JSON object',
      ],
    ],
  );
});
