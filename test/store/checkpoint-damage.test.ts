import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { Workspace } from '../workspace.ts';
import { checkpointFile, checkpointName, makeClosed, open, proofOf } from './checkpoint-setup.ts';

type Breakage = (path: string, workspace: Workspace) => void;

function patch(path: string, offset: number, bytes: readonly number[]): void {
  const content = readFileSync(path);
  content.set(bytes, offset);
  writeFileSync(path, content);
}

const breakages: Readonly<Record<string, [Breakage, RegExp]>> = {
  'an empty file': [(path) => truncateSync(path), /it is empty/],
  'an overwritten header': [(path) => patch(path, 0, [1, 2, 3]), /it has no header/],
  "a stranger's database": [(path) => patch(path, 68, [0, 0, 0, 1]), /was not made by AgentOS/],
  'a file cut short': [(path) => truncateSync(path, 8192), /damaged: .*(malformed|SQLite finds)/],
  'a header alone': [(path) => truncateSync(path, 100), /damaged: /],
  'version 0': [(path) => patch(path, 60, [0, 0, 0, 0]), /it has version 0/],
  'a changed value': [
    (path) => patch(path, readFileSync(path).indexOf('a draft'), [66]),
    /an entry is not as it was saved/,
  ],
  'a folder': [
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    /no regular file/,
  ],
  'a link': [
    (path, workspace) => {
      copyFileSync(path, workspace.path('elsewhere'));
      rmSync(path);
      symlinkSync(workspace.path('elsewhere'), path);
    },
    /no regular file/,
  ],
};

for (const [name, [breakIt, message]] of Object.entries(breakages)) {
  test(`${name} is told, kept aside, and the next start is a new one`, () => {
    using workspace = new Workspace();
    const expected = makeClosed(workspace);
    breakIt(workspace.path(checkpointFile), workspace);
    assert.throws(() => open(workspace, { expected }), { code: 'CHECKPOINT_DAMAGED', message });
    const kept = `${checkpointName}.db.corrupt-2026-11-16T020304.005Z`;
    assert.deepEqual(readdirSync(workspace.path('checkpoints')), [kept]);
    using checkpoint = open(workspace);
    assert.equal(checkpoint.sequence, 0);
  });
}

test('the message says what is broken, where it was kept, and what comes next', () => {
  using workspace = new Workspace();
  makeClosed(workspace);
  truncateSync(workspace.path(checkpointFile));
  const kept = workspace.path(`${checkpointFile}.corrupt-2026-11-16T020304.005Z`);
  const message = `the checkpoint of ${checkpointName} is damaged: it is empty; it was kept as ${kept}; the next retry starts afresh`;
  assert.throws(() => open(workspace), { message });
});

test('two damaged checkpoints of the same moment are both kept', () => {
  using workspace = new Workspace();
  for (const content of ['one', 'two']) {
    workspace.write({ [checkpointFile]: content, [`${checkpointFile}-wal`]: `${content} log` });
    assert.throws(() => open(workspace), { code: 'CHECKPOINT_DAMAGED' });
  }
  const contents = readdirSync(workspace.path('checkpoints')).map((name) =>
    readFileSync(workspace.path('checkpoints', name), 'utf8'),
  );
  assert.deepEqual(contents.sort(), ['one', 'one log', 'two', 'two log']);
});

test('a checkpoint that is gone, another one, or one with fewer entries than the journal proves is damage', () => {
  using workspace = new Workspace();
  const message = /its file is gone; nothing of it is left/;
  assert.throws(() => open(workspace, { expected: { id: 'x', sequence: 1 } }), { code: 'CHECKPOINT_DAMAGED', message });
  const proof = makeClosed(workspace);
  open(workspace, { expected: { ...proof, sequence: 2 } })[Symbol.dispose]();
  const more = { ...proof, sequence: 4 };
  assert.throws(() => open(workspace, { expected: more }), { code: 'CHECKPOINT_DAMAGED', message: /holds 3 of 4/ });
  makeClosed(workspace);
  assert.throws(() => open(workspace, { expected: proof }), { code: 'CHECKPOINT_DAMAGED', message: /not the one/ });
});

test("another task's checkpoint is not taken for this one's", () => {
  using workspace = new Workspace();
  makeClosed(workspace);
  copyFileSync(workspace.path(checkpointFile), workspace.path('checkpoints/requirements-138.db'));
  assert.throws(() => open(workspace, { name: 'requirements-138' }), {
    code: 'CHECKPOINT_DAMAGED',
    message: /it belongs to requirements-137/,
  });
});

/** As a killed worker leaves it: saved values in the log alone. */
function makeKilled(workspace: Workspace, value: string): { id: string; sequence: number } {
  const checkpoint = open(workspace, { isFresh: true });
  for (const key of ['a', 'b', 'c']) checkpoint.save(key, value, 1, null);
  const paths = [workspace.path(checkpointFile), workspace.path(`${checkpointFile}-wal`)];
  const contents = paths.map((path) => readFileSync(path));
  checkpoint[Symbol.dispose]();
  for (const [at, path] of paths.entries()) writeFileSync(path, contents[at] ?? '');
  return proofOf(checkpoint);
}

test('a log that survived its worker is taken in; one that was deleted is missed', () => {
  using workspace = new Workspace();
  const expected = makeKilled(workspace, 'value');
  const copy = readFileSync(workspace.path(checkpointFile));
  {
    using checkpoint = open(workspace, { expected });
    assert.deepEqual(checkpoint.load('c'), { value: 'value' });
  }
  workspace.write({ [checkpointFile]: copy });
  assert.throws(() => open(workspace, { expected }), { code: 'CHECKPOINT_DAMAGED', message: /holds 0 of 3/ });
});

test('the log of another checkpoint is noticed, also where no journal proves anything', () => {
  using workspace = new Workspace();
  using stranger = new Workspace();
  makeKilled(stranger, 'yours');
  for (const hasProof of [true, false]) {
    const proof = makeKilled(workspace, 'mine');
    copyFileSync(stranger.path(`${checkpointFile}-wal`), workspace.path(`${checkpointFile}-wal`));
    assert.throws(() => open(workspace, { expected: hasProof ? proof : null }), {
      code: 'CHECKPOINT_DAMAGED',
      message: /an entry is not as it was saved/,
    });
  }
});

/** Small and seeded, so that a failure can be repeated. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

test('500 flipped bits, in the database or its log, are told or without any effect', () => {
  using workspace = new Workspace();
  const expected = makeKilled(workspace, 'v'.repeat(200));
  const clean = ['', '-wal'].map((suffix) => readFileSync(workspace.path(`${checkpointFile}${suffix}`)));
  const random = makeRandom(1);
  const told = new Set<string>();
  for (let round = 0; round < 500; round += 1) {
    const broken = clean.map((bytes) => Buffer.from(bytes));
    const victim = broken[round % 2] ?? Buffer.alloc(0);
    const at = random(victim.length);
    victim[at] = (victim[at] ?? 0) ^ (1 << random(8));
    rmSync(workspace.path('checkpoints'), { recursive: true });
    workspace.write({ [checkpointFile]: broken[0] ?? '', [`${checkpointFile}-wal`]: broken[1] ?? '' });
    told.add(tryToOpen(workspace, expected, `round ${round}, byte ${at}`));
  }
  assert.ok(told.has('fine') && told.has('CHECKPOINT_DAMAGED'));
});

function tryToOpen(workspace: Workspace, expected: { id: string; sequence: number }, where: string): string {
  try {
    using checkpoint = open(workspace, { expected });
    const values = ['a', 'b', 'c'].map((key) => checkpoint.load(key)?.value);
    assert.deepEqual(values, Array(3).fill('v'.repeat(200)), where);
    return 'fine';
  } catch (error) {
    assert.ok(error instanceof AgentOsError, `${where}: ${error}`);
    assert.ok(['CHECKPOINT_DAMAGED', 'STATE_TOO_NEW'].includes(error.code), `${where}: ${error}`);
    return error.code;
  }
}
