import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found, TaskFinding } from '../../src/model/found.ts';
import type { TaskHistory } from '../../src/model/history.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { chainPlans } from '../../src/plan/chain-plans.ts';

/** Issues are `issue`, designs `design`: by these hashes approvals are made. */
function finding(rawId: string, sha256: 'issue' | 'design', touches: readonly string[] = []): TaskFinding {
  const path = `${sha256}-${rawId}.md`;
  return { kind: 'finding', path, rawId, title: `Title ${rawId}`, sha256, claimsApproval: null, touches };
}

const nothing: TaskHistory = { approval: null, documentSha256: null, implementedSha256s: [], hasFailed: false };
const approval = { issueSha256: 'issue', documentSha256: 'design', isOffline: false };
const approved: TaskHistory = { ...nothing, approval, documentSha256: 'design' };
const built: TaskHistory = { ...approved, implementedSha256s: ['design'] };
const outdated: TaskHistory = { ...approved, approval: { ...approval, issueSha256: 'before' } };

interface Asked {
  readonly ids?: readonly string[];
  readonly isForced?: boolean;
  readonly acceptsOffline?: boolean;
}

function chain(
  issues: readonly Found[],
  designs: readonly Found[],
  known: Readonly<Record<string, TaskHistory>>,
  { ids = [], isForced = false, acceptsOffline = false }: Asked = {},
) {
  const history = new Map(Object.entries(known));
  const outputPathOf = { requirements: (id: string) => `LLD-${id}.md`, implement: (id: string) => `report-${id}.md` };
  return chainPlans(
    { found: { requirements: issues, implement: designs }, history: { requirements: history, implement: history } },
    { ids: ids.map(sanitizeTaskId), isForced, acceptsOffline, outputPathOf },
  );
}

const shown = ({ tasks }: ReturnType<typeof chain>) => tasks.map(({ id, workflow }) => `${id} ${workflow}`);

test('a task begins where it stands, and what is nearest to its end comes first', () => {
  const plan = chain(
    ['1', '2', '3', '4'].map((id) => finding(id, 'issue')),
    ['2', '3', '4', '5'].map((id) => finding(id, 'design')),
    { 2: approved, 3: built, 4: outdated, 5: approved },
  );
  assert.deepEqual(shown(plan), ['2 implement', '5 implement', '1 requirements', '4 requirements']);
  assert.equal(plan.workflow, 'run');
  assert.deepEqual(plan.skipped, [{ id: '3', reason: 'implemented' }]);
  assert.deepEqual([...plan.knownIds].sort(), ['1', '2', '3', '4', '5']);
});

test('a design that is going to be made anew is not judged as it is', () => {
  const changed = { ...finding('1', 'design'), sha256: 'edited' };
  const edited = { ...approved, documentSha256: 'edited' };
  const plan = chain([finding('1', 'issue')], [changed], { 1: edited });
  assert.deepEqual([shown(plan), plan.rejected], [['1 requirements'], []]);
  assert.deepEqual(
    chain([], [changed], { 1: edited }).rejected.map(({ code }) => code),
    ['APPROVAL_BROKEN'],
  );
});

test('explicit ids keep their order, each in its workflow, and by force all begin at their issues', () => {
  const [issues, designs] = [
    ['1', '2'].map((id) => finding(id, 'issue')),
    ['2', '5'].map((id) => finding(id, 'design')),
  ];
  const known = { 2: approved, 5: approved };
  assert.deepEqual(shown(chain(issues, designs, known, { ids: ['5', '1', '2'] })), [
    '5 implement',
    '1 requirements',
    '2 implement',
  ]);
  assert.deepEqual(shown(chain(issues, designs, known, { ids: ['2', '5'], isForced: true })), [
    '2 requirements',
    '5 implement',
  ]);
  assert.throws(() => chain(issues, designs, known, { ids: ['7'] }), { code: 'ID_UNKNOWN' });
  assert.throws(() => chain(issues, designs, { 2: built }, { ids: ['2'] }), { message: /it is implemented/ });
});

test('designs that wait for code know their conflicts; issues have none yet', () => {
  const designs = ['2', '5'].map((id) => finding(id, 'design', ['a.ts']));
  const { tasks } = chain([finding('1', 'issue')], designs, { 2: approved, 5: approved });
  assert.deepEqual(
    tasks.map(({ conflictsWith }) => conflictsWith),
    [['5'], ['2'], []],
  );
});
