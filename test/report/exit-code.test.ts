import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { exitCodeOf } from '../../src/model/exit-codes.ts';
import type { FailureCode } from '../../src/model/failure.ts';
import { type Ending, exitCodeFor } from '../../src/report/exit-code.ts';
import { projectDir } from '../workspace.ts';
import { RecordedBatch, start } from './recorded-batch.ts';

const formats = readFileSync(join(projectDir, 'docs/formats.md'), 'utf8');

const quiet: Ending = { isStorageFailed: false, signal: null, rejectedInputs: 0 };
const done = () => new RecordedBatch(['1']).begin('1').done('1', 1);

function codeOf(batch: RecordedBatch, ending: Partial<Ending> = {}): number {
  return exitCodeFor(batch.record, { ...quiet, ...ending });
}

test('0 is only for a batch whose every task is done and whose every input was read', () => {
  assert.equal(codeOf(done()), 0);
  assert.equal(codeOf(done(), { rejectedInputs: 1 }), 1);
  const begun = () => new RecordedBatch(['1']).begin('1');
  const others = [
    new RecordedBatch(['1']),
    begun(),
    begun().fail('1', { code: 'crash', message: '' }),
    begun().reject('1', 'no'),
    begun().ask('1', 'which?'),
    begun().wait('1', start, 'limit'),
    begun().add({ kind: 'task-cancelled', task: '1', runningMs: 1 }),
  ];
  assert.deepEqual(
    others.map((batch) => codeOf(batch)),
    others.map(() => 1),
  );
});

test('74 before a signal before 4 before 1', () => {
  const fail = (code: FailureCode) => new RecordedBatch(['1']).begin('1').fail('1', { code, message: '' });
  const failed = () => fail('credentials');
  const all = { isStorageFailed: true, signal: 'SIGINT', rejectedInputs: 1 } as const;
  assert.equal(codeOf(failed(), all), 74);
  assert.equal(codeOf(failed(), { ...all, isStorageFailed: false }), 130);
  assert.equal(codeOf(failed(), { ...all, isStorageFailed: false, signal: 'SIGTERM' }), 143);
  assert.equal(codeOf(failed(), { ...all, isStorageFailed: false, signal: 'SIGHUP' }), 129);
  assert.equal(codeOf(failed(), { ...all, isStorageFailed: false, signal: null }), 4);
  assert.equal(codeOf(fail('auth')), 1);
});

test('a signal counts also if every task was done', () => {
  assert.equal(codeOf(done(), { signal: 'SIGINT' }), 130);
});

test('a task that failed for the disk makes the batch exit 74', () => {
  assert.equal(codeOf(new RecordedBatch(['1']).begin('1').fail('1', { code: 'storage', message: '' })), 74);
});

test('before anything started: 75 for a repository that another batch holds, 74 for its disk, 4 without a credential, else 2, defects 70', () => {
  const codes = ['BATCH_RUNNING', 'STORAGE_FAILED', 'CREDENTIALS_MISSING', 'ID_CLASH'].map((code) =>
    exitCodeOf(new AgentOsError(code, '')),
  );
  assert.deepEqual([...codes, exitCodeOf(new Error())], [75, 74, 4, 2, 70]);
  const [, said = ''] = /error: \{ code, message \} \}`, with exit code (.*)\.$/m.exec(formats) ?? [];
  assert.deepEqual(said.match(/\d+/g), ['2', '4', '70', '74', '75'], 'docs/formats.md names them all');
});
