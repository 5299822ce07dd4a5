import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveProvider } from '../../src/providers/resolve-provider.ts';
import type { Surroundings } from '../../src/providers/surroundings.ts';
import { askOptions, draftAsk } from './briefs.ts';

const surroundings: Surroundings = {
  taskId: '137',
  readText: (path) => (path === 'a:b.json' ? '{"schemaVersion":1,"tasks":{"*":{"draft":[{"text":"hi"}]}}}' : '{}'),
  appendLine: () => {},
  print: () => {},
  exit(code) {
    throw new Error(`exit ${code}`);
  },
};

test('a spec names its provider; the rest of it is the file of the script, colons included', async () => {
  const offline = await (await resolveProvider('offline:', surroundings)).ask(draftAsk, askOptions());
  assert.equal(offline.kind === 'answer' && offline.model, 'offline');
  const scripted = await (await resolveProvider('scripted:a:b.json', surroundings)).ask(draftAsk, askOptions());
  assert.equal(scripted.kind === 'answer' && scripted.text, 'hi');
});

test('what is not served yet, or is not known, is refused by name', async () => {
  await assert.rejects(resolveProvider('openai:x', surroundings), { code: 'NOT_YET', message: /^openai: is not/ });
  await assert.rejects(resolveProvider('opnai:x', surroundings), { code: 'NOT_YET', message: /"opnai:x"/ });
  await assert.rejects(resolveProvider('scripted:other.json', surroundings), { code: 'SCRIPT_INVALID' });
});
