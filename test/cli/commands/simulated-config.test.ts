import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderConfig, renderExports } from '../../../src/cli/commands/simulated-config.ts';
import { resolveCredentialConfig } from '../../../src/config/credential-config.ts';
import { wireProviders } from '../../../src/model/credential.ts';
import { makeDefaultSetup, parseSetup } from '../../../src/simulator/setup-file.ts';

const origin = 'http://127.0.0.1:4567';

/** What AgentOS makes of the config and the variables that were printed. */
function readBack(setup: ReturnType<typeof parseSetup>) {
  const exports = renderExports(origin, setup.scopes).join('\n');
  const variables = Object.fromEntries([...exports.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
  const data = JSON.parse(renderConfig(origin, setup));
  const { pool } = resolveCredentialConfig({ path: '/x/agentos.config.json', data, lineOf: () => 1 }, variables);
  const all = wireProviders.flatMap((provider) => pool.listOf(provider));
  return { all, keyOf: (name: string) => variables[name], text: renderConfig(origin, setup) };
}

test('the config that is printed leads to every key, each in the scope that it is counted in', () => {
  const setup = makeDefaultSetup();
  const { all, keyOf, text } = readBack(setup);
  assert.equal(all.length, 8);
  for (const { credential, secret } of all) {
    const scope = setup.scopes.find(({ id }) => id === credential.scope);
    const key = secret?.kind === 'variable' ? keyOf(secret.variable) : undefined;
    assert.ok(key !== undefined && scope?.keys.includes(key), credential.name);
    assert.equal(credential.baseUrl, origin);
    assert.equal(credential.limits.concurrency, 4, 'which no reply tells');
  }
  for (const key of setup.scopes.flatMap(({ keys }) => keys)) assert.ok(!text.includes(key), 'no key is in it');
});

test('rates are named where replies do not tell them, by the real minute', () => {
  const limits = { requests: { kind: 'fixed', perMinute: 10 }, perDay: 200 };
  const setup = parseSetup({
    schemaVersion: 1,
    timeScale: 0.1,
    scopes: [
      { id: 'Told', provider: 'openai', limits },
      { id: 'a b/c', provider: 'openai', keys: 2, limits, hidesLimits: true, models: ['m'] },
      { id: 'g', provider: 'google', limits },
    ],
  });
  const { all } = readBack(setup);
  const seen = all.map(({ credential: { name, limits: known, models } }) => {
    return [name, known.requestsPerMinute, known.requestsPerDay, models];
  });
  assert.deepEqual(seen, [
    ['told-1', null, 200, null],
    ['a-b-c-1', 100, 200, ['m']],
    ['a-b-c-2', 100, 200, ['m']],
    ['g-1', 100, 200, null],
  ]);
});

test('keys of one’s own are words for a shell, whatever they hold', () => {
  const scopes = [{ id: 'a', provider: 'google', keys: ['made-$up;by#me-77'] }];
  const [line] = renderExports(origin, parseSetup({ schemaVersion: 1, scopes }).scopes);
  assert.equal(line, `export GEMINI_API_KEY='made-$up;by#me-77' GOOGLE_GEMINI_BASE_URL=${origin}`);
});

test('the first key of a provider is where its own tools look for it', () => {
  const exports = renderExports(origin, makeDefaultSetup().scopes);
  assert.match(exports[0] ?? '', /^export ANTHROPIC_API_KEY=\S+ ANTHROPIC_API_KEY_2=\S+ ANTHROPIC_BASE_URL=http:\S+$/);
  assert.match(exports[2] ?? '', /^export GEMINI_API_KEY=\S+ GEMINI_API_KEY_2=\S+ GOOGLE_GEMINI_BASE_URL=/);
  assert.match(exports[3] ?? '', /^export SIMULATED_API_KEY=\S+ SIMULATED_API_KEY_2=\S+$/);
});
