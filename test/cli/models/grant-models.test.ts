import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantModels } from '../../../src/cli/models/grant-models.ts';
import { resolveSettings } from '../../../src/config/resolver.ts';
import type { SettingValues } from '../../../src/config/settings.ts';

function settingsOf(flags: Readonly<Record<string, string>>, more: Partial<SettingValues> = {}): SettingValues {
  const layers = { cwd: '/', repoDir: '/', environment: {}, file: null, flags: new Map(Object.entries(flags)) };
  return { ...resolveSettings(layers).values, ...more };
}

const roles = { drafter: 'google:d', reviewer: 'openai:r', agent: 'claude-cli:a' };

test('a token is good for the model of its role, and only while that role takes part', () => {
  const settings = settingsOf(roles);
  assert.deepEqual(grantModels('requirements', 'drafter', settings), [{ provider: 'google', model: 'd' }]);
  assert.deepEqual(grantModels('requirements', 'agent', settings), []);
  assert.deepEqual(grantModels('implement', 'drafter', settings), []);
  assert.deepEqual(grantModels('implement', 'reviewer', settings), [{ provider: 'openai', model: 'r' }]);
  assert.deepEqual(grantModels('implement', 'agent', settings), [{ provider: 'anthropic', model: 'a' }]);
});

test('an agent of another making may ask what agents may; one by its own login, or without models, nobody', () => {
  const agentOf = (agent: string, more: Partial<SettingValues> = {}) =>
    grantModels('implement', 'agent', settingsOf({ agent }, more));
  assert.deepEqual(agentOf('model:openai:m'), [{ provider: 'openai', model: 'm' }]);
  assert.equal(agentOf('acp:gemini --acp'), null);
  assert.deepEqual(agentOf('acp:gemini --acp', { agentAuth: 'login' }), []);
  assert.deepEqual(agentOf('claude-cli:a', { agentAuth: 'login' }), []);
  assert.deepEqual([agentOf('command:x'), agentOf('scripted:x.json')], [[], []]);
});
