import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeLaunch } from '../../../src/agents/acp/launch.ts';
import { AgentHouse } from '../agent-house.ts';

const access = { origin: 'http://127.0.0.1:8080', token: 'made-up' };

test('Gemini asks us, once, and takes nothing from the repository', () => {
  using house = new AgentHouse();
  using home = house.surroundings().programs.openHome();
  const { args, environment, hasOwnFiles } = makeLaunch({ name: '/usr/bin/gemini', args: ['-m', 'M'] }, home, access);
  assert.equal(hasOwnFiles, true);
  assert.deepEqual(args, ['-m', 'M', '--acp', '--allowed-mcp-server-names', 'none']);
  assert.equal(environment['GOOGLE_GEMINI_BASE_URL'], 'http://127.0.0.1:8080/google');
  assert.equal(environment['GEMINI_API_KEY'], 'made-up');
  assert.equal(environment['ANTHROPIC_API_KEY'], undefined);
  const settings = JSON.parse(readFileSync(join(home.dir, '.gemini/settings.json'), 'utf8'));
  assert.equal(settings.security.auth.selectedType, 'gemini-api-key');
  assert.equal(settings.general.maxAttempts, 1);
  assert.equal(settings.hooksConfig.enabled, false);
  assert.deepEqual(JSON.parse(readFileSync(environment['GEMINI_CLI_SYSTEM_SETTINGS_PATH'] ?? '', 'utf8')), settings);
});

test('what is said on the command line is not said twice', () => {
  using house = new AgentHouse();
  using home = house.surroundings().programs.openHome();
  const given = ['--acp', '--allowed-mcp-server-names', 'none'];
  assert.deepEqual(makeLaunch({ name: 'gemini', args: given }, home, access).args, given);
  assert.deepEqual(makeLaunch({ name: 'opencode', args: ['acp', '--pure'] }, home, access).args, ['acp', '--pure']);
});

test('opencode asks us by its configuration, with the model that the command names', () => {
  using house = new AgentHouse();
  using home = house.surroundings().programs.openHome();
  const command = { name: 'opencode', args: ['--model', 'anthropic/M', '--print-logs'] };
  const { args, environment, hidden } = makeLaunch(command, home, access);
  assert.deepEqual(hidden, ['.opencode', 'opencode.json', 'opencode.jsonc']);
  assert.deepEqual(args, ['acp', '--print-logs', '--pure']);
  const config = JSON.parse(environment['OPENCODE_CONFIG_CONTENT'] ?? '');
  assert.equal(config.model, 'anthropic/M');
  assert.equal(config.small_model, 'anthropic/M');
  assert.deepEqual(config.provider.google.options, {
    baseURL: 'http://127.0.0.1:8080/google/v1beta',
    apiKey: 'made-up',
  });
  assert.equal(config.permission.webfetch, 'deny');
  assert.equal(environment['OPENCODE_DISABLE_PROJECT_CONFIG'], '1');
});

test('without a gateway nothing is added', () => {
  using house = new AgentHouse();
  using home = house.surroundings().programs.openHome();
  assert.deepEqual(makeLaunch({ name: 'gemini', args: ['x'] }, home, null), {
    args: ['x'],
    environment: {},
    hasOwnFiles: true,
    hidden: [],
  });
});
