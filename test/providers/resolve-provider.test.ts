import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveProvider } from '../../src/providers/resolve-provider.ts';
import type { Surroundings } from '../../src/providers/surroundings.ts';
import { askOptions, draftAsk } from './briefs.ts';

const surroundings: Surroundings = {
  taskId: '137',
  gateway: null,
  programs: null,
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
  await assert.rejects(resolve('acp:x'), {
    code: 'NOT_YET',
    message: /^acp: cannot be asked for text; use one of anthropic/,
  });
  await assert.rejects(resolve('opnai:x'), { code: 'NOT_YET', message: /"opnai:x"/ });
  await assert.rejects(resolve('scripted:other.json'), { code: 'SCRIPT_INVALID' });
});

test('a model is asked through the gateway alone: without one, or without a name, it is refused', async () => {
  const gateway = { origin: 'http://127.0.0.1:9', tokens: { drafter: 'd', reviewer: 'r', agent: 'a' } };
  for (const provider of ['anthropic', 'openai', 'google', 'openai-compatible']) {
    const spec = `${provider}:some-model`;
    await assert.rejects(resolveProvider(spec, 'drafter', surroundings), { code: 'GATEWAY_MISSING' });
    await assert.rejects(resolveProvider(`${provider}: `, 'drafter', { ...surroundings, gateway }), {
      code: 'SPEC_INVALID',
    });
    await assert.doesNotReject(resolveProvider(spec, 'drafter', { ...surroundings, gateway }));
  }
});

test('an agent is asked through the gateway, and a program runs only where programs may', async () => {
  const gateway = { origin: 'http://127.0.0.1:9', tokens: { drafter: 'd', reviewer: 'r', agent: 'a' } };
  const programs = { environment: {}, repoDir: '/', openHome: () => assert.fail('nothing is opened yet') };
  for (const scheme of ['claude-cli', 'codex-cli']) {
    const resolve = async (spec: string, changes: Partial<Surroundings>) =>
      await resolveProvider(spec, 'drafter', { ...surroundings, ...changes });
    await assert.rejects(resolve(`${scheme}:m`, { programs }), { code: 'GATEWAY_MISSING' });
    await assert.rejects(resolve(`${scheme}:m`, { gateway }), { code: 'PROGRAMS_REFUSED' });
    for (const model of ['', '--version', 'a b']) {
      await assert.rejects(resolve(`${scheme}:${model}`, { gateway, programs }), { code: 'SPEC_INVALID' });
    }
    await assert.doesNotReject(resolve(`${scheme}:m`, { gateway, programs }));
  }
  const ofCommand = async (spec: string, changes: Partial<Surroundings>) =>
    await resolveProvider(spec, 'reviewer', { ...surroundings, ...changes });
  await assert.rejects(ofCommand('command:cat', {}), { code: 'PROGRAMS_REFUSED' });
  await assert.rejects(ofCommand('command:', { programs }), { code: 'SPEC_INVALID' });
  await assert.rejects(ofCommand('command:cat "x', { programs }), { code: 'SPEC_INVALID' });
  await assert.doesNotReject(ofCommand('command:cat', { programs }));
});
