import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveCredentialConfig } from '../../src/config/credential-config.ts';
import { selectCredentials } from '../../src/config/credential-selection.ts';

function poolOf(credentials: object | null, environment: Record<string, string> = {}) {
  const data = credentials === null ? {} : { credentials };
  return resolveCredentialConfig({ path: '/repo/agentos.config.json', data, lineOf: () => 1 }, environment).pool;
}

function select(pool: ReturnType<typeof poolOf>, specs: Record<string, string>): string[] {
  const wanted = Object.entries(specs).map(([role, spec]) => ({ role, spec }));
  return selectCredentials(pool, wanted).map(({ credential }) => credential.name);
}

const named = {
  a: { provider: 'anthropic', secret: 'env:A' },
  b: { provider: 'anthropic', secret: 'env:B', models: ['small'], roles: ['reviewer'] },
  c: { provider: 'openai', secret: 'env:C' },
  d: { provider: 'google', secret: 'env:D', models: ['pro'] },
  e: { provider: 'openai-compatible', baseUrl: 'http://localhost:1' },
};

test('only the credentials of providers that somebody needs are loaded', () => {
  const pool = poolOf(named);
  assert.deepEqual(select(pool, { drafter: 'anthropic:big', reviewer: 'offline:' }), ['a', 'b']);
  assert.deepEqual(select(pool, { drafter: 'google:pro', reviewer: 'openai:x' }), ['d', 'c']);
  assert.deepEqual(select(pool, { drafter: 'openai-compatible:m', reviewer: 'openai-compatible:n' }), ['e']);
  assert.deepEqual(select(pool, { agent: 'model:openai:gpt' }), ['c']);
  assert.deepEqual(select(pool, { drafter: 'scripted:x.json', reviewer: 'command:cat' }), []);
});

test('a broken variable of a provider that nobody needs disturbs nobody', () => {
  const pool = poolOf(null, { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: 'nonsense', ANTHROPIC_API_KEY: 'y' });
  assert.deepEqual(select(pool, { drafter: 'anthropic:big' }), ['anthropic-1']);
  assert.throws(() => select(pool, { drafter: 'openai:x' }), {
    code: 'CREDENTIAL_INVALID',
    message: /OPENAI_BASE_URL/,
  });
});

test('an agent by program needs a credential of its provider, as everybody does', () => {
  assert.deepEqual(select(poolOf(named), { agent: 'claude-cli:sonnet' }), ['a', 'b']);
  for (const role of ['agent', 'drafter']) {
    assert.throws(() => select(poolOf(null), { [role]: 'claude-cli:sonnet' }), {
      code: 'CREDENTIALS_MISSING',
      message: new RegExp(`^${role} claude-cli:sonnet has no credential: set ANTHROPIC_API_KEY`),
    });
  }
});

test("somebody else's agent is given whatever agents may use, and needs one of it", () => {
  assert.deepEqual(select(poolOf(named), { agent: 'acp:gemini --acp' }), ['a', 'b', 'c', 'd', 'e']);
  const { a, c } = named;
  const kept = poolOf({ a: { ...a, roles: ['agent'] }, c: { ...c, roles: ['reviewer'] } });
  assert.deepEqual(select(kept, { agent: 'acp:gemini --acp' }), ['a']);
  assert.deepEqual(select(kept, { reviewer: 'openai:x', agent: 'acp:gemini --acp' }), ['c', 'a']);
  const others = poolOf({ c: { ...c, roles: ['reviewer'] } });
  for (const [pool, advice] of [
    [poolOf(null), 'set one of ANTHROPIC_API_KEY, .*, or '] as const,
    [others, ''] as const,
  ]) {
    assert.throws(() => select(pool, { agent: 'acp:gemini --acp' }), {
      code: 'CREDENTIALS_MISSING',
      message: new RegExp(`^agent acp:gemini --acp has no credential: ${advice}name one that agents may use under`),
    });
  }
});

test('who has no credential is told what to set', () => {
  const refusal = (pool: ReturnType<typeof poolOf>, specs: Record<string, string>, message: RegExp) =>
    assert.throws(() => select(pool, specs), { code: 'CREDENTIALS_MISSING', message });
  const none = poolOf(null);
  refusal(
    none,
    { drafter: 'anthropic:m' },
    /^drafter anthropic:m has no credential: set ANTHROPIC_API_KEY, or name one/,
  );
  refusal(none, { reviewer: 'google:m' }, /set GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY, or name one/);
  refusal(none, { drafter: 'openai-compatible:m' }, /name one of provider "openai-compatible" .* with its "baseUrl"$/);
  refusal(none, { agent: 'model:openai:m' }, /^agent model:openai:m has no credential: set OPENAI_API_KEY/);
  const other = poolOf({ e: named.e }, { ANTHROPIC_API_KEY: 'x' });
  refusal(other, { drafter: 'anthropic:m' }, /as it names others, ANTHROPIC_API_KEY is not looked at$/);
  refusal(
    poolOf({}),
    { drafter: 'openai:m' },
    /"credentials" in your config is empty: take it out and set OPENAI_API_KEY/,
  );
  const both = { drafter: 'anthropic:m', reviewer: 'google:n' };
  refusal(none, both, /^drafter anthropic:m has no credential: .*\nreviewer google:n has no credential: set GEMINI/);
});

test('a credential that is kept for other models or roles does not count', () => {
  const pool = poolOf({ b: named.b, d: named.d });
  assert.deepEqual(select(pool, { reviewer: 'anthropic:small' }), ['b']);
  for (const specs of [{ reviewer: 'anthropic:big' }, { drafter: 'anthropic:small' }, { drafter: 'google:flash' }])
    assert.throws(() => select(pool, specs), {
      code: 'CREDENTIALS_MISSING',
      message: /see their "models" and "roles"/,
    });
});
