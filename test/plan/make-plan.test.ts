import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found, TaskFinding } from '../../src/model/found.ts';
import type { TaskHistory } from '../../src/model/history.ts';
import type { Workflow } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { makePlan } from '../../src/plan/make-plan.ts';

function finding(rawId: string, more: Partial<TaskFinding> = {}): TaskFinding {
  const path = `docs/issues/${rawId}.md`;
  return {
    kind: 'finding',
    path,
    rawId,
    title: `Title ${rawId}`,
    sha256: 'now',
    claimsApproval: null,
    touches: [],
    ...more,
  };
}

function history(known: Partial<TaskHistory>): TaskHistory {
  return { approval: null, documentSha256: null, implementedSha256s: [], hasFailed: false, ...known };
}

interface Asked {
  workflow?: Workflow;
  ids?: string[];
  isForced?: boolean;
  acceptsOffline?: boolean;
  history?: Record<string, TaskHistory>;
}

function plan(found: Found[], asked: Asked = {}) {
  return makePlan(found, new Map(Object.entries(asked.history ?? {})), {
    workflow: asked.workflow ?? 'requirements',
    ids: (asked.ids ?? []).map(sanitizeTaskId),
    isForced: asked.isForced ?? false,
    acceptsOffline: asked.acceptsOffline ?? false,
    outputPathOf: (id) => `out/${id}.md`,
  });
}

const byModel = { isOffline: false };
const approved = history({
  approval: { issueSha256: 'now', documentSha256: 'doc', ...byModel },
  documentSha256: 'doc',
});

test('numbers come in their order, then names', () => {
  const { tasks } = plan(['10', '9', 'b', '100', 'a'].map((id) => finding(id)));
  assert.deepEqual(
    tasks.map(({ id }) => id),
    ['9', '10', '100', 'a', 'b'],
  );
});

test('a task says where it comes from, where it goes, and that its cost is unknown', () => {
  const { tasks } = plan([finding('137')]);
  assert.deepEqual(tasks, [
    {
      id: '137',
      workflow: 'requirements',
      title: 'Title 137',
      reason: 'new',
      inputPath: 'docs/issues/137.md',
      inputSha256: 'now',
      outputPath: 'out/137.md',
      estimate: { seconds: null, usd: null, basis: null },
      conflictsWith: [],
    },
  ]);
});

test('an issue is pending unless its approved design is there and was made for exactly this issue', () => {
  const cases: [known: TaskHistory, fate: string][] = [
    [history({}), 'new'],
    [history({ hasFailed: true }), 'failed'],
    [approved, 'skipped approved'],
    [{ ...approved, documentSha256: null }, 'new'],
    [{ ...approved, documentSha256: 'edited' }, 'changed'],
    [{ ...approved, approval: { issueSha256: 'then', documentSha256: 'doc', ...byModel } }, 'changed'],
    [{ ...approved, hasFailed: true }, 'skipped approved'],
  ];
  for (const [known, fate] of cases) {
    const { tasks, skipped } = plan([finding('1')], { history: { 1: known } });
    assert.equal(tasks[0]?.reason ?? `skipped ${skipped[0]?.reason}`, fate, JSON.stringify(known));
  }
});

test('a design is pending if its approval is intact and this very document was not implemented', () => {
  const intact = history({ approval: { issueSha256: 'x', documentSha256: 'now', ...byModel } });
  const cases: [known: TaskHistory, claims: boolean, fate: string][] = [
    [intact, false, 'new'],
    [{ ...intact, hasFailed: true }, false, 'failed'],
    [{ ...intact, implementedSha256s: ['before', 'now'] }, false, 'skipped implemented'],
    [{ ...intact, implementedSha256s: ['before'] }, false, 'changed'],
    [history({}), false, 'skipped unapproved'],
    [history({}), true, 'skipped unapproved'],
    [
      history({ approval: { issueSha256: 'x', documentSha256: 'other', ...byModel } }),
      true,
      'rejected APPROVAL_BROKEN',
    ],
  ];
  for (const [known, claimsApproval, fate] of cases) {
    const result = plan([finding('1', { claimsApproval })], { workflow: 'implement', history: { 1: known } });
    const { tasks, skipped, rejected } = result;
    const seen = tasks[0]?.reason ?? (skipped[0] ? `skipped ${skipped[0].reason}` : `rejected ${rejected[0]?.code}`);
    assert.equal(seen, fate, JSON.stringify(known));
  }
});

test('a design that no model reviewed needs a word more', () => {
  const offline = history({ approval: { issueSha256: 'x', documentSha256: 'now', isOffline: true } });
  const ask = (more: Asked) => plan([finding('1')], { workflow: 'implement', history: { 1: offline }, ...more });
  assert.deepEqual(ask({}).skipped, [{ id: '1', reason: 'offline' }]);
  assert.match(
    ask({}).warnings.join(),
    /^left out: 1; no model reviewed these designs \(--accept-offline builds them\)$/,
  );
  assert.throws(() => ask({ ids: ['1'] }), {
    code: 'ID_NOT_PENDING',
    message: /no model reviewed its design, and --accept-offline was not given/,
  });
  assert.equal(ask({ acceptsOffline: true }).tasks[0]?.reason, 'new');
  assert.deepEqual(ask({ acceptsOffline: true }).warnings, []);
  assert.equal(ask({ ids: ['1'], isForced: true }).tasks[0]?.reason, 'requested');
});

test('an approval that only the document itself claims is said aloud', () => {
  const { warnings } = plan([finding('1', { claimsApproval: true })], { workflow: 'implement' });
  assert.match(warnings.join(), /no approval is recorded/);
});

test('designs that touch the same files are marked, each with all the others', () => {
  const found = [
    finding('1', { touches: ['a', 'b'] }),
    finding('2', { touches: ['b', 'b'] }),
    finding('3', { touches: ['c'] }),
    finding('4', { touches: ['b', 'c'] }),
  ];
  const intact = history({ approval: { issueSha256: 'x', documentSha256: 'now', ...byModel } });
  const known = { 1: intact, 2: intact, 3: intact, 4: intact };
  const { tasks } = plan(found, { workflow: 'implement', history: known });
  assert.deepEqual(
    tasks.map(({ conflictsWith }) => conflictsWith),
    [['2', '4'], ['1', '4'], ['4'], ['1', '2', '3']],
  );
});

test('explicit ids keep the order given, and nothing else is planned', () => {
  const { tasks, skipped } = plan(
    ['1', '2', '3'].map((id) => finding(id)),
    { ids: ['3', '1'], history: { 2: approved } },
  );
  assert.deepEqual(
    tasks.map(({ id }) => id),
    ['3', '1'],
  );
  assert.deepEqual(skipped, []);
});

test('an explicit id that does not exist is refused, with the nearest one named', () => {
  assert.throws(() => plan([finding('137')], { ids: ['138'] }), { code: 'ID_UNKNOWN', message: /no task 138/ });
  assert.throws(() => plan([finding('137')], { ids: ['LLD-137'] }), { message: /did you mean 137\?/ });
});

test('an explicit id whose file was rejected is refused with that reason', () => {
  const rejected: Found = { kind: 'rejected', path: 'x.md', code: 'TEXT_BINARY', message: 'holds a NUL', rawId: '5' };
  assert.throws(() => plan([rejected], { ids: ['5'], isForced: true }), { message: /x\.md holds a NUL/ });
});

test('an explicit id that is not pending is refused, and runs as requested with force', () => {
  assert.throws(() => plan([finding('1')], { ids: ['1'], history: { 1: approved } }), {
    code: 'ID_NOT_PENDING',
    message: /approved/,
  });
  const { tasks } = plan([finding('1')], { ids: ['1'], isForced: true, history: { 1: approved } });
  assert.equal(tasks[0]?.reason, 'requested');
});

test('force leaves the reason of a pending task as it is', () => {
  assert.equal(plan([finding('1')], { ids: ['1'], isForced: true }).tasks[0]?.reason, 'new');
});

test('a rejected file is no matter of those who name other tasks', () => {
  const rejected: Found = { kind: 'rejected', path: 'x.md', code: 'TEXT_BINARY', message: 'holds a NUL', rawId: '5' };
  assert.deepEqual(plan([rejected, finding('1')], { ids: ['1'] }).rejected, []);
  assert.equal(plan([rejected, finding('1')]).rejected.length, 1);
});

test('unsafe ids are rejected, and hide nobody', () => {
  const { tasks, rejected } = plan([finding('../x'), finding('1')]);
  assert.deepEqual(
    tasks.map(({ id }) => id),
    ['1'],
  );
  assert.deepEqual(
    rejected.map(({ code }) => code),
    ['ID_UNSAFE'],
  );
});

test('ids that clash stop everything, and every path is listed', () => {
  const clashes: [string, string][] = [
    ['1', '1'],
    ['Fix', 'fIX'],
    ['caf\u00e9', 'cafe\u0301'],
    ['137', '１３７'],
    ['137', '137.'],
    ['137', '137 '],
  ];
  for (const [one, other] of clashes) {
    const found = [finding('9'), finding(one, { path: 'one.md' }), finding(other, { path: 'two.md' })];
    assert.throws(() => plan(found), { code: 'IDS_CLASH', message: /one\.md, two\.md/ }, `${one} ${other}`);
  }
});

test('files that are refused for the same bad id do not stop the good ones', () => {
  const { tasks, rejected } = plan([
    finding('../x', { path: 'a.md' }),
    finding('../x', { path: 'b.md' }),
    finding('1'),
  ]);
  assert.deepEqual([tasks.length, rejected.length], [1, 2]);
});

test('all clashes are listed at once', () => {
  const found = ['1', '1', '2', '2'].map((id, at) => finding(id, { path: `p${at}.md` }));
  assert.throws(() => plan(found), { message: /p0\.md, p1\.md\n.*p2\.md, p3\.md/ });
});
