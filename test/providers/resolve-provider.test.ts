import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveProvider } from '../../src/providers/resolve-provider.ts';
import type { Surroundings } from '../../src/providers/surroundings.ts';
import { askOptions, draftAsk } from './briefs.ts';

const surroundings: Surroundings = {
  taskId: '137',
  gateway: null,
  readText: (path) => (path === 'a:b.json' ? '{"schemaVersion":1,"tasks":{"*":{"draft":[{"text":"hi"}]}}}' : '{}'),
  appendLine: () => {},
  print: () => {},
  exit(code) {
    throw new Error(`exit ${code}`);
  },
};

test('a spec names its provider; the rest of it is the file of the script, colons included', async () => {
  const offline = await (await resolveProvider('offline:', 'drafter', surroundings)).ask(draftAsk, askOptions());
  assert.equal(offline.kind === 'answer' && offline.model, 'offline');
  const scripted = await (await resolveProvider('scripted:a:b.json', 'drafter', surroundings)).ask(
    draftAsk,
    askOptions(),
  );
  assert.equal(scripted.kind === 'answer' && scripted.text, 'hi');
});

test('what is not served yet, or is not known, is refused by name', async () => {
  const resolve = async (spec: string) => await resolveProvider(spec, 'reviewer', surroundings);
  await assert.rejects(resolve('claude-cli:x'), { code: 'NOT_YET', message: /^claude-cli: is not/ });
  await assert.rejects(resolve('opnai:x'), { code: 'NOT_YET', message: /"opnai:x"/ });
  await assert.rejects(resolve('scripted:other.json'), { code: 'SCRIPT_INVALID' });
});

test('a model is asked through the gateway alone: without one, or without a name, it is refused', async () => {
  const gateway = { origin: 'http://127.0.0.1:9', tokens: { drafter: 'd', reviewer: 'r' } };
  for (const provider of ['anthropic', 'openai', 'google', 'openai-compatible']) {
    const spec = `${provider}:some-model`;
    await assert.rejects(resolveProvider(spec, 'drafter', surroundings), { code: 'GATEWAY_MISSING' });
    await assert.rejects(resolveProvider(`${provider}: `, 'drafter', { ...surroundings, gateway }), {
      code: 'SPEC_INVALID',
    });
    await assert.doesNotReject(resolveProvider(spec, 'drafter', { ...surroundings, gateway }));
  }
});
