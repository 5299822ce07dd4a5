import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { runAgentos } from '../faults/processes.ts';
import { issueText, Workspace } from '../workspace.ts';
import { findKeys } from './find-keys.ts';

/** Of no account, and known to nobody but this test: whoever shows it has not looked at what it shows. */
const key = `sk-ant-api03-${randomBytes(30).toString('base64url')}`;

const credential = (more: object) => ({
  credentials: { one: { provider: 'anthropic', secret: 'env:NOT_SET', ...more } },
});

const configs: Readonly<Record<string, unknown>> = {
  'as the secret': credential({ secret: key }),
  'as the name of a variable': credential({ secret: `env:${key}` }),
  'as the name of a file': credential({ secret: `file:${key}` }),
  'as a program': credential({ secret: `cmd:${key}` }),
  'as what a program prints': credential({ secret: `cmd:echo ${key}` }),
  'under a name of its own': credential({ apiKey: key }),
  'as a name': credential({ [key]: true }),
  'as the name of a credential': { credentials: { [key]: { provider: 'anthropic', secret: 'env:NOT_SET' } } },
  'as a provider': credential({ provider: key }),
  'as a scope': credential({ scope: key }),
  'as a model': credential({ models: [key] }),
  'as a role': credential({ roles: [key] }),
  'as a server': credential({ baseUrl: key }),
  'as the user of a server': credential({ baseUrl: `https://${key}@example.org` }),
  'in the path of a server': credential({ baseUrl: `https://example.org/${key}/v1` }),
  'in the query of a server': credential({ baseUrl: `https://example.org/?key=${key}` }),
  'as a limit': credential({ limits: { requestsPerMinute: key } }),
  'as the name of a limit': credential({ limits: { [key]: 1 } }),
  'as a budget': credential({ budget: { usdPerDay: key } }),
  'as a setting': { anthropicApiKey: key },
  'as the name of a setting': { [key]: 1 },
  'as a number': { parallel: key },
  'as a drafter': { drafter: `anthropic:${key}` },
  'as a price': { prices: { [`anthropic:${key}`]: {} } },
  'as a weight': { roleWeights: { [key]: 1 } },
};

const texts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(configs).map(([place, data]) => [place, JSON.stringify(data, null, 2)])),
  'instead of JSON': key,
  'without quotes': `{"credentials": {"one": {"secret": ${key}}}}`,
  'before a forgotten comma': `{"credentials": {"one": {"secret": "${key}" "provider": "anthropic"}}}`,
  'before a forgotten quote': `{"credentials": {"one": {"secret": "${key}`,
};

describe('a key that stands where it must not', { concurrency: 2 }, () => {
  for (const [place, text] of Object.entries(texts)) {
    test(`in a config, ${place}, is refused and not shown`, async () => {
      using workspace = new Workspace().write({ 'agentos.config.json': text });
      const { code, stdout, stderr } = await runAgentos(['credentials', '--json'], { cwd: workspace.dir });
      assert.equal(code, 2, stdout + stderr);
      assert.match(stderr, /agentos\.config\.json:\d+: /);
      assert.deepEqual(findKeys({ stdout, stderr }, [key]), []);
    });
  }

  for (const argv of [
    ['--drafter', `anthropic:${key}`],
    ['--drafter', key],
    ['--api-key', key],
    [`--api-key=${key}`],
    ['--parallel', key],
    ['--max-retries', key],
    ['--budget', key],
  ]) {
    test(`in a flag (${argv.join(' ').replace(key, 'KEY')}) is refused and not shown`, async () => {
      using workspace = new Workspace().write({ 'docs/issues/1.md': issueText('One') });
      const { code, stdout, stderr } = await runAgentos(['requirements', ...argv], { cwd: workspace.dir });
      assert.equal(code, 2, stderr);
      assert.deepEqual(findKeys({ stdout, stderr }, [key]), []);
    });
  }
});
