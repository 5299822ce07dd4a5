import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { Redaction } from '../../src/redaction/redaction.ts';
import { dropCheckpoint } from '../../src/store/checkpoint-file.ts';
import { prepareCopy, publishResult } from '../../src/store/results.ts';
import { openOutput } from '../../src/worker/open-output.ts';
import { Workspace } from '../workspace.ts';

const checkpoint = { name: 'implement-1', fingerprint: '', isFresh: false, expected: null };

/** The state of a workspace. */
function openState() {
  const workspace = new Workspace();
  const baseDir = workspace.path('.agentos');
  mkdirSync(baseDir);
  return { workspace, baseDir, place: { baseDir, checkpoint } };
}

test('an output is on the disk without its secrets, also where one comes in pieces, and its hash is of just that', () => {
  const { workspace, place } = openState();
  using _ = workspace;
  const redaction = new Redaction();
  const secret = randomBytes(24).toString('hex');
  redaction.register('KEY_OF_TEST', secret);
  const sink = openOutput(place, redaction);
  const line = 'a line of a log\n'.repeat(1000);
  for (const piece of [line, secret.slice(0, 20), secret.slice(20), line, secret]) sink.write(piece);
  const { path, sha256, bytes } = sink.finish();
  const written = readFileSync(path, 'utf8');
  assert.equal(written.includes(secret.slice(0, 20)), false);
  assert.match(written, /KEY_OF_TEST/);
  assert.ok(written.startsWith(line));
  assert.deepEqual([sha256, bytes], [hash('sha256', written, 'hex'), written.length]);
});

test('it is put in its place whole, once, and goes with the checkpoint of its task', async () => {
  const { workspace, baseDir, place } = openState();
  using _ = workspace;
  const sink = openOutput(place, new Redaction());
  for (let at = 0; at < 40; at += 1) sink.write(`${at} ${'x'.repeat(100_000)}\n`);
  const { path, sha256, bytes } = sink.finish();
  const file = { path: 'docs/lineage/1-impl/001-prepare.log', sha256, replaces: null };
  prepareCopy(workspace.dir, file.path, path);
  await publishResult(workspace.dir, file);
  await publishResult(workspace.dir, file);
  assert.equal(readFileSync(workspace.path(file.path)).length, bytes);
  dropCheckpoint(baseDir, checkpoint.name);
  assert.equal(existsSync(dirname(path)), false);
  assert.throws(() => prepareCopy(workspace.dir, 'docs/other.log', path), /is gone: start the task with --fresh/);
});
