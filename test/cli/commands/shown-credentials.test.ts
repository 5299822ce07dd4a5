import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShownConfig, renderShownConfig } from '../../../src/cli/commands/shown-credentials.ts';
import { resolveCredentialConfig } from '../../../src/config/credential-config.ts';
import { makeUpKey } from '../../secrets/made-up.ts';

const github = { baseUrl: 'https://api.github.com', token: null };

function read(data: Record<string, unknown>, environment: Record<string, string> = {}) {
  const file = { path: '/repo/agentos.config.json', data, lineOf: () => 1 };
  return { credentials: resolveCredentialConfig(file, environment), github };
}

test('every credential is shown with its reference, and what else the config says of it', () => {
  const config = read({
    credentials: {
      work: {
        provider: 'anthropic',
        secret: 'env:WORK_KEY',
        scope: 'org',
        models: ['m'],
        roles: ['drafter'],
        limits: { concurrency: 2 },
        budget: { usdPerDay: 20 },
      },
      pass: { provider: 'google', secret: 'cmd:pass show llm/google' },
      file: { provider: 'openai', secret: 'file:key' },
      local: { provider: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' },
    },
    roleWeights: { drafter: 2 },
    prices: { 'openai-compatible:m': { inputPerMillion: 0, outputPerMillion: 1 } },
  });
  assert.deepEqual(renderShownConfig(config), [
    'credentials',
    '  work  anthropic  env:WORK_KEY  https://api.anthropic.com  scope org  models m  roles drafter  concurrency 2, usdPerDay 20',
    '  file  openai  file:/repo/key  https://api.openai.com  scope file',
    '  pass  google  cmd:pass …  https://generativelanguage.googleapis.com  scope pass',
    '  local  openai-compatible  no key  http://localhost:11434  scope local',
    'roleWeights  drafter 2',
    'prices',
    '  openai-compatible:m  inputPerMillion 0, outputPerMillion 1',
    'github  https://api.github.com  token none',
  ]);
  const json = makeShownConfig(config);
  assert.deepEqual(
    json.credentials.map(({ name, secret }) => [name, secret]),
    [
      ['work', 'env:WORK_KEY'],
      ['file', 'file:/repo/key'],
      ['pass', 'cmd:pass …'],
      ['local', null],
    ],
  );
});

test('keys in well-known variables are shown by their names alone', () => {
  const keys = [makeUpKey(), makeUpKey()];
  const config = read({}, { OPENAI_API_KEY: keys.join(',') });
  const shown = renderShownConfig(config).join('\n');
  assert.match(shown, /^credentials \(by the well-known variables\)\n {2}openai-1 .*env:OPENAI_API_KEY /);
  assert.match(shown, /openai-2 {2}openai {2}env:OPENAI_API_KEY \(key 2\)/);
  for (const key of keys) assert.ok(!`${shown}${JSON.stringify(makeShownConfig(config))}`.includes(key));
  assert.equal(renderShownConfig(read({}))[0], 'credentials (by the well-known variables): none');
});
