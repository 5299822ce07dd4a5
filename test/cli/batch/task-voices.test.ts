import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TaskVoices } from '../../../src/cli/batch/task-voices.ts';
import { Redaction } from '../../../src/redaction/redaction.ts';
import { Workspace } from '../../workspace.ts';

const secret = 'sk-live-Zq81Lm2Nc7Rt5Yw0';

function openVoices(workspace: Workspace, redaction = new Redaction()) {
  const printed: string[] = [];
  const voices = new TaskVoices({
    logsDir: workspace.path('logs'),
    nameOf: (task) => `LLD-${task}`,
    redaction,
    print: (stream, lines) => printed.push(`${stream} ${lines}`),
    onTrouble: (message) => assert.fail(message),
  });
  const readLog = () => readFileSync(workspace.path('logs/LLD-1.log'), 'utf8');
  return { voices, printed, readLog };
}

test('a line that a task says stands alone, also where something was printed that has no end yet', () => {
  using workspace = new Workspace();
  const { voices, printed, readLog } = openVoices(workspace);
  voices.hear('1', 'stdout', Buffer.from('half of '));
  voices.say('1', 'check: errors 0');
  voices.hear('1', 'stdout', Buffer.from('a line\n'));
  voices.end('1');
  assert.deepEqual(printed, ['stdout [LLD-1] check: errors 0\n', 'stdout [LLD-1] half of a line\n']);
  assert.equal(readLog(), 'half of \ncheck: errors 0\na line\n');
});

test('no key gets out, whether it is said, printed in two pieces, or both', () => {
  using workspace = new Workspace();
  const redaction = new Redaction();
  redaction.register('A_KEY', secret);
  const { voices, printed, readLog } = openVoices(workspace, redaction);
  voices.say('1', `with ${secret}`);
  for (const part of [secret.slice(0, 9), secret.slice(9)]) voices.hear('1', 'stderr', Buffer.from(part));
  voices.end('1');
  for (const text of [printed.join(''), readLog()]) assert.ok(!text.includes(secret.slice(4, 16)), text);
  assert.match(printed[0] ?? '', /^stdout \[LLD-1\] with .*A_KEY/);
});

test('what became of a task is in its log, whether it speaks or has ended', () => {
  using workspace = new Workspace();
  const redaction = new Redaction();
  const { voices, readLog } = openVoices(workspace, redaction);
  voices.hear('1', 'stdout', Buffer.from('half'));
  voices.note('1', redaction.vouch('step: done\n'));
  voices.end('1');
  voices.note('1', redaction.vouch('wrote a.md\ndone\n'));
  assert.equal(readLog(), 'half\nstep: done\nwrote a.md\ndone\n');
});
