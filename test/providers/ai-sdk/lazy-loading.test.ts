import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { askOptions, draftAsk } from '../briefs.ts';

/** Every package that was loaded since the last look, by its name. */
const packages = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1];
    if (name !== undefined) packages.add(name);
    return nextLoad(url, context);
  },
});

const sdkPackages = (): string[] => [...packages].filter((name) => name === 'ai' || name.startsWith('@ai-sdk/')).sort();

test('the SDK is loaded when a model is asked, and of its providers only the one that is asked', async () => {
  const { resolveProvider } = await import('../../../src/providers/resolve-provider.ts');
  const gateway = { origin: 'http://127.0.0.1:1', tokens: { drafter: 'd', reviewer: 'r', agent: 'a' } };
  const exit = (): never => {
    throw new Error('nobody exits here');
  };
  const surroundings = {
    taskId: '137',
    gateway,
    programs: null,
    readText: () => '',
    appendLine() {},
    print() {},
    exit,
  };
  const offline = await resolveProvider('offline:', 'drafter', surroundings);
  await offline.ask(draftAsk, askOptions());
  const google = await resolveProvider('google:some-model', 'drafter', surroundings);
  assert.deepEqual(sdkPackages(), []);
  const reply = await google.ask(draftAsk, askOptions());
  assert.equal(reply.kind === 'refusal' && reply.failure.code, 'network');
  assert.ok(packages.has('@ai-sdk/google'));
  for (const other of ['ai', '@ai-sdk/anthropic', '@ai-sdk/openai', '@ai-sdk/openai-compatible']) {
    assert.ok(!packages.has(other), `${other} was loaded for nothing`);
  }
});
