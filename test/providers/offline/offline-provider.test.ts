import assert from 'node:assert/strict';
import { test } from 'node:test';
import { issueCheckSchema, verifyIssueCheck } from '../../../src/governance/issue-check/issue-check.ts';
import { draftSchema } from '../../../src/governance/lld/draft-form.ts';
import { askedVerdictSchema } from '../../../src/governance/verdict/verdict.ts';
import { answerOffline, offlineProvider } from '../../../src/providers/offline/offline-provider.ts';
import { askOptions, draftAsk, makeBrief, renderOfflineDraft, reviewAsk, reviseAsk } from '../briefs.ts';

const draft = renderOfflineDraft();

function review(document: string, brief = makeBrief()) {
  return askedVerdictSchema.parse(answerOffline(reviewAsk(document, brief)));
}

test('a draft of its own is approved, for nothing, by no model', async () => {
  const reply = await offlineProvider.ask(reviewAsk(draft), askOptions());
  assert.deepEqual(reply.kind === 'answer' && [reply.model, reply.usd], ['offline', 0]);
  const verdict = review(draft);
  assert.equal(verdict.verdict, 'APPROVED');
  assert.match(verdict.summary, /^No model took part/);
  assert.deepEqual(
    verdict.coverage.map(({ requirement, scenarios }) => [requirement, scenarios]),
    [
      [1, ['010']],
      [2, ['020']],
    ],
  );
});

test('blanks inside of code are what an issue speaks of', () => {
  const issueText = '# T\n\n## Acceptance Criteria\n\n- [ ] `trim("  a   b ")`   is\n  `a b`\n';
  assert.match(renderOfflineDraft(makeBrief({ issueText })), /REQ-1: `trim\(" {2}a {3}b "\)` is `a b`\n/);
});

test('the head of an issue asks for nothing, whatever it lists', () => {
  const head = '---\nid: 7\nlabels:\n  - bug\n  - cli\nassignees:\n  - octocat\n---\n';
  const drafted = renderOfflineDraft(makeBrief({ issueText: `${head}\n# T\n\nIt prints the shelf.\n\n- As JSON\n` }));
  assert.match(drafted, /\*\*Objective:\*\* It prints the shelf\.\n/);
  assert.match(drafted, /\n1\. REQ-1: As JSON\n\n## 4\./);
});

test('an error asks for a revision: first of all where harm could be done', () => {
  const verdict = review(draft.replace('| REQ-2 |', '| REQ-1 |').replace('`docs/lld', '`../docs/lld'));
  assert.equal(verdict.verdict, 'REVISE');
  assert.deepEqual(
    verdict.findings.map(({ tier, category, title }) => [tier, category, title]),
    [
      [1, 'Safety', 'FILE_PATH_UNSAFE'],
      [2, 'Quality', 'REQUIREMENT_UNCOVERED'],
    ],
  );
});

test('a warning is a suggestion, and does not stand in the way', () => {
  const verdict = review(draft.replace('The issue sets no budget.', 'No bud\u200bget.'));
  assert.equal(verdict.verdict, 'APPROVED');
  assert.deepEqual(
    verdict.findings.map(({ tier, title }) => [tier, title]),
    [[3, 'CHARACTER_HIDDEN']],
  );
});

test('paths are checked at the base of the brief', () => {
  const brief = makeBrief({ base: '0a1b2c3', hasPath: (path) => path.endsWith('LLD-137.md') });
  assert.deepEqual(
    review(draft, brief).findings.map(({ title }) => title),
    ['FILE_BASE_MISMATCH'],
  );
});

test('a revision has no edits: what has a safe repair was repaired before, and the rest needs a model', () => {
  const reason = 'No model took part: a draft of offline: changes only with its issue.';
  assert.deepEqual(answerOffline(reviseAsk(draft, makeBrief(), ['Say more', 'Say less'])), {
    edits: [],
    declined: [
      { finding: 1, reason },
      { finding: 2, reason },
    ],
  });
});

test('a draft is the content of a design in the form that every drafter is asked for', () => {
  assert.ok(draftSchema.safeParse(answerOffline(draftAsk)).success);
});

test('a question that is asked after the stop is not answered', async () => {
  const signal = AbortSignal.abort(new Error('stop'));
  await assert.rejects(offlineProvider.ask(draftAsk, askOptions({ signal })), /stop/);
});

test('criteria that contradict each other, or what they stand below, are found in their own words', () => {
  const ask = (issueText: string) =>
    answerOffline({ kind: 'check-issue', brief: makeBrief({ issueText }), remark: null });
  const found = (...lines: string[]) => {
    const issueText = `## Acceptance Criteria\n\n${lines.join('\n')}\n`;
    return verifyIssueCheck(issueCheckSchema.parse(ask(issueText)), issueText).contradictions.map(
      ({ first, second }) => [first, second],
    );
  };
  const [yes, no] = ['It must print a header.', 'It must not print a header.'];
  assert.deepEqual(found(`- ${yes}`, `- ${no}`), [[yes, no]]);
  assert.deepEqual(found('- [ ] Export works:', `  - [ ] ${no}`, `  - [ ] ${yes}`), [[yes, no]]);
  assert.deepEqual(found(`- ${yes}`, `  - ${no}`, '    - and so on'), [[yes, no]]);
  assert.deepEqual(found('- Of CSV:', `  - ${yes}`, '- Of JSON:', `  - ${no}`), []);
});
