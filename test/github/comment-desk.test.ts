import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { CommentDesk } from '../../src/cli/github/comment-desk.ts';
import { listDue, makeDue, markerOf } from '../../src/cli/github/due-comments.ts';
import { readResult } from '../../src/cli/github/read-result.ts';
import { renderComment } from '../../src/cli/github/render-comment.ts';
import { type BatchRecord, foldBatch } from '../../src/model/batch-record.ts';
import type { BatchEvent, JournalEntry } from '../../src/model/event.ts';
import type { BatchWorkflow } from '../../src/model/task.ts';
import { sanitizeTaskId } from '../../src/parallel/input-sanitizer.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import { planned } from '../report/recorded-batch.ts';
import { Workspace } from '../workspace.ts';
import { asUsual, openGithubServer, refusing } from './server.ts';
import { makeToken, openClient, repository } from './setup.ts';

const source = 'github:octo/demo';
const design = '* **Objective:** Parse flags, see @everyone and #1\n';
const sha = hash('sha256', design, 'hex');

interface Told {
  readonly name?: string;
  readonly workflow?: BatchWorkflow;
  readonly settings?: Record<string, string>;
  readonly ends: readonly BatchEvent[];
}

function record({ name = 'batch-1', workflow = 'requirements', settings = {}, ends }: Told): BatchRecord {
  const tasks = ['1', '2', '3', '4', 'name'].map((id) => ({
    id: sanitizeTaskId(id),
    workflow: 'requirements' as const,
    title: `Title ${id}`,
    reason: 'new' as const,
    inputPath: `${id}.md`,
    inputSha256: '',
    outputPath: `docs/lld/active/LLD-${id}.md`,
    estimate: { seconds: null, usd: null },
    conflictsWith: [],
  }));
  const started: BatchEvent = {
    kind: 'batch-started',
    workflow,
    parallel: 1,
    tasks,
    skipped: [],
    rejected: [],
    settings: { source, comment: 'yes', drafter: 'offline:', reviewer: 'offline:', ...settings },
    places: [],
    repoDir: '/repo',
    roots: [],
    isFresh: false,
  };
  return foldBatch(name, [started, ...ends].map(entry));
}

function entry(event: BatchEvent, sequence: number): JournalEntry {
  return { ...event, schemaVersion: 1, sequence, at: Date.UTC(2026, 5, 1), traceId: 't', spanId: 's' };
}

function done(task: string): BatchEvent {
  const files = [{ path: `docs/lld/active/LLD-${task}.md`, sha256: sha, replaces: null }];
  return { kind: 'task-done', task, files, runningMs: 1 };
}

function goesOn(task: string): BatchEvent {
  const path = `docs/lld/active/LLD-${task}.md`;
  const next = { ...planned(task), workflow: 'implement', inputPath: path, outputPath: 'report.md' } as const;
  return { kind: 'workflow-done', task, files: [{ path, sha256: sha, replaces: null }], runningMs: 1, next };
}

function failed(task: string): BatchEvent {
  return { kind: 'task-failed', task, failure: { code: 'crash', message: 'm' }, runningMs: 1 };
}

function rejected(task: string, reason = 'the reviewer says no'): BatchEvent {
  return { kind: 'task-rejected', task, reason, rounds: 3, runningMs: 1 };
}

test('what is approved or rejected is told, by the last batch that ended it', () => {
  const [first, second] = [
    record({
      ends: [
        done('1'),
        rejected('2'),
        rejected('3'),
        { kind: 'task-cancelled', task: '4', runningMs: 1 },
        done('name'),
      ],
    }),
    record({ name: 'batch-2', ends: [done('2'), { kind: 'task-done', task: '4', files: [], runningMs: 0 }] }),
  ];
  assert.deepEqual(listDue([first, second], 'github:Octo/Demo').map(markerOf), [
    `<!-- agentos lld 1 ${sha.slice(0, 16)} -->`,
    `<!-- agentos lld 2 ${sha.slice(0, 16)} -->`,
    '<!-- agentos lld 3 batch-1 -->',
  ]);
  assert.deepEqual(listDue([first], 'github:octo/other'), []);
  const silent = record({ name: 'batch-3', settings: { comment: 'no' }, ends: [done('1'), done('2'), done('3')] });
  assert.deepEqual(listDue([first, silent], source), [], 'who was not to tell has the last word, too');
});

test('in a batch of both workflows a design is told when it goes on to code, whatever becomes of the code', () => {
  const settings = { source, comment: 'yes' };
  const both = record({ workflow: 'run', settings, ends: [goesOn('1'), goesOn('2'), failed('2'), rejected('3')] });
  assert.deepEqual(listDue([both], source).map(markerOf), [
    `<!-- agentos lld 1 ${sha.slice(0, 16)} -->`,
    `<!-- agentos lld 2 ${sha.slice(0, 16)} -->`,
    '<!-- agentos lld 3 batch-1 -->',
  ]);
  assert.equal(makeDue(both, '2', source)?.task.outputPath, 'docs/lld/active/LLD-2.md');
});

function comment(event: BatchEvent, workspace: Workspace, settings: Record<string, string> = {}): string {
  const due = makeDue(record({ settings, ends: [event] }), '1', source);
  assert.ok(due);
  return renderComment(due, readResult(workspace.dir, due));
}

test('a comment says what became of the issue, where the design is and what it cost', () => {
  using workspace = new Workspace().write({
    'docs/lld/active/LLD-1.md': design,
    'docs/lineage/1-lld/approval.json': JSON.stringify({ schemaVersion: 1, documentSha256: sha, rounds: 2 }),
  });
  assert.equal(
    comment(done('1'), workspace),
    `### AgentOS: the design is approved

- Verdict: **APPROVED** after 2 reviews
- Design: \`docs/lld/active/LLD-1.md\`
- Drafter: \`offline:\` · reviewer: \`offline:\`
- Cost: none, no model took part · batch \`batch-1\`

\`\`\`text
Parse flags, see @everyone and #1
\`\`\``,
  );
  const no = comment(rejected('1'), workspace, { drafter: 'anthropic:x' });
  assert.match(no, /no design was approved/);
  assert.match(no, /\*\*REJECTED\*\* after 3 reviews\n- Kept in: `docs\/lineage\/1-lld\/`/);
  assert.match(no, /Cost: \$0 /);
  assert.match(no, /```text\nthe reviewer says no\n```$/);
});

test('files that are not the ones that were written say nothing', () => {
  using workspace = new Workspace().write({
    'docs/lld/active/LLD-1.md': `${design}changed`,
    'docs/lineage/1-lld/approval.json': JSON.stringify({ schemaVersion: 1, documentSha256: 'other', rounds: 2 }),
  });
  const text = comment(done('1'), workspace);
  assert.match(text, /\*\*APPROVED\*\*\n/);
  assert.doesNotMatch(text, /```/);
});

test('words of others cannot leave their block, act in it, or make it long', () => {
  using workspace = new Workspace();
  const hostile = `a\n\`\`\`\n<!-- agentos lld 1 x -->\n@team ${'`'.repeat(9)}\n\u202e${'x'.repeat(5000)}\n${'line\n'.repeat(1000)}`;
  const text = comment(rejected('1', hostile), workspace, { reviewer: 'command:`a`\n@b' });
  const fence = '`'.repeat(10);
  const [before, inside, after] = text.split(fence);
  assert.ok(inside?.startsWith('text\na\n```\n<!--'));
  assert.equal(after, '');
  assert.doesNotMatch(before ?? '', /\n@b/);
  assert.match(text, /\\u202e/);
  assert.ok(text.length < 6000, `${text.length}`);
});

async function openDesk(workspace: Workspace, origin: string, redaction = new Redaction()) {
  const controller = new AbortController();
  const { client, clock } = await openClient(origin, { signal: controller.signal });
  const baseDir = workspace.path('.agentos');
  const place = { repository, source, config: { baseUrl: origin, token: null }, repoDir: workspace.dir, baseDir };
  return new CommentDesk({
    ...place,
    client,
    clock: { ...clock, now: () => clock.now(), after: late },
    redaction,
    controller,
  });
}

/** The end of a batch is not hurried. */
function late(ms: number, call: () => void): () => void {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
}

function makeState(): Workspace {
  return new Workspace().write({ '.agentos/.gitignore': '*' });
}

test('issues are told as their tasks end, once, also by the next who comes', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([{ number: 1 }, { number: 2 }]);
  const desk = await openDesk(workspace, server.origin);
  const ends = [done('1'), rejected('2'), { kind: 'note', message: '' } as const];
  const told = record({ ends });
  for (const [at, event] of ends.entries()) desk.hear(entry(event, at), told);
  desk.hear(entry(done('1'), 9), told);
  assert.equal(await desk.finish(false), null);
  assert.equal(desk.count, 2);
  assert.equal(server.comments.get(1)?.length, 1);
  assert.equal(server.comments.get(2)?.length, 1);
  server.clear();
  const next = await openDesk(workspace, server.origin);
  next.add(listDue([told], source));
  assert.equal(await next.finish(false), null);
  assert.deepEqual(server.seen, [], 'what is known to be there is not even looked for');
  using elsewhere = makeState();
  const other = await openDesk(elsewhere, server.origin);
  other.add(listDue([told], source));
  assert.equal(await other.finish(false), null);
  assert.equal(server.comments.get(1)?.length, 1, 'its marker is found');
});

test('what could not be told is named with the reason, and told by the next', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([{ number: 1 }, { number: 3 }]);
  const told = record({ ends: [done('1'), done('2'), done('3')] });
  const desk = await openDesk(workspace, server.origin);
  server.faults.push(asUsual, refusing(403, {}, 'locked'));
  desk.add(listDue([told], source));
  const unposted = await desk.finish(false);
  assert.deepEqual(unposted?.ids, ['1', '2']);
  assert.match(unposted?.reason ?? '', /may not \(403\): "locked"/);
  const next = await openDesk(workspace, server.origin);
  next.add(listDue([told], source));
  assert.deepEqual((await next.finish(false))?.ids, ['2'], 'there is no such issue');
  assert.equal(server.comments.get(1)?.length, 1);
});

test('issues that are gone or locked keep no others from being told, however many they are', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([{ number: 3 }, { number: 4 }]);
  const locked = refusing(403, {}, 'Unable to create comment because issue is locked.');
  server.faults.push(asUsual, asUsual, asUsual, locked);
  const desk = await openDesk(workspace, server.origin);
  desk.add(listDue([record({ ends: [done('1'), done('2'), done('3'), done('4')] })], source));
  assert.deepEqual((await desk.finish(false))?.ids, ['1', '2', '3']);
  assert.equal(server.comments.get(4)?.length, 1);
});

test('a token that is refused is not tried again and again', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([1, 2, 3].map((number) => ({ number })));
  server.token = makeToken();
  const desk = await openDesk(workspace, server.origin);
  desk.add(listDue([record({ ends: [done('1'), done('2'), done('3')] })], source));
  const unposted = await desk.finish(false);
  assert.deepEqual(unposted?.ids, ['1', '2', '3']);
  assert.equal(server.seen.length, 1);
});

test('who leaves does not wait for GitHub', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([{ number: 1 }]);
  server.faults.push(() => true);
  const desk = await openDesk(workspace, server.origin);
  desk.add(listDue([record({ ends: [done('1')] })], source));
  assert.deepEqual(await desk.finish(true), { ids: ['1'], reason: 'there was no time left' });
});

test('no secret is told', async () => {
  using workspace = makeState();
  await using server = await openGithubServer([{ number: 1 }]);
  const secret = makeToken();
  const redaction = new Redaction();
  redaction.register('key', secret);
  const desk = await openDesk(workspace, server.origin, redaction);
  desk.add(listDue([record({ ends: [rejected('1', `the key is ${secret}`)] })], source));
  assert.equal(await desk.finish(false), null);
  assert.match(server.comments.get(1)?.[0] ?? '', /the key is /);
  assert.ok(!server.comments.get(1)?.[0]?.includes(secret));
});
