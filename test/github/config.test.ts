import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { test } from 'node:test';
import { loadGithubToken } from '../../src/cli/github/load-token.ts';
import type { ConfigFile } from '../../src/config/config-file.ts';
import { resolveGithubConfig } from '../../src/config/github-section.ts';
import { labelNames, milestoneName, parseSource, sourceName, yesOrNo } from '../../src/config/source-kinds.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import { Workspace } from '../workspace.ts';
import { makeToken } from './setup.ts';

function config(github: unknown): ConfigFile {
  return { path: '/repo/agentos.config.json', data: { github }, lineOf: () => 3 };
}

const home = { HOME: '/home/me' };
const server = 'https://api.github.com';

test('a token is found in the well-known variables, or where the config says', () => {
  assert.deepEqual(resolveGithubConfig(null, home), { baseUrl: server, token: null });
  const variable = (name: string) => ({ kind: 'variable', variable: name, part: null });
  assert.deepEqual(resolveGithubConfig(null, { GH_TOKEN: 'a', GITHUB_TOKEN: '' }).token, variable('GH_TOKEN'));
  assert.deepEqual(resolveGithubConfig(null, { GH_TOKEN: 'a', GITHUB_TOKEN: 'b' }).token, variable('GITHUB_TOKEN'));
  assert.deepEqual(resolveGithubConfig(config({}), { GH_TOKEN: 'a' }).token, variable('GH_TOKEN'));
  const file = resolveGithubConfig(config({ token: 'file:~/token' }), { ...home, GH_TOKEN: 'a' });
  assert.deepEqual(file.token, { kind: 'file', path: '/home/me/token' });
  const command = resolveGithubConfig(config({ token: 'cmd:gh auth token' }), home).token;
  assert.deepEqual(command, { kind: 'command', program: 'gh', args: ['auth', 'token'], folder: '/repo' });
});

test('a token of the public GitHub is not sent to another server that a config names', () => {
  const baseUrl = 'https://ghe.example/api/v3';
  const environment = { GITHUB_TOKEN: makeToken(), OTHER: 'x' };
  assert.deepEqual(resolveGithubConfig(config({ baseUrl: `${baseUrl}/` }), environment), { baseUrl, token: null });
  const named = resolveGithubConfig(config({ baseUrl, token: 'env:OTHER' }), environment);
  assert.deepEqual(named.token, { kind: 'variable', variable: 'OTHER', part: null });
});

test('a token itself is refused, and never shown', () => {
  const token = makeToken();
  for (const text of [token, `env:${token}`, `file:${token}`, `ghp_${token}`, `github_pat_${token}`, ` ${token}`, '']) {
    assert.throws(
      () => resolveGithubConfig(config({ token: text }), home),
      (error: Error) =>
        /agentos\.config\.json:3: github\.token must be a reference/.test(error.message) &&
        !error.message.includes(token),
    );
  }
  assert.throws(() => resolveGithubConfig(config({ tokens: token }), home), /did you mean "token"/);
  assert.throws(() => resolveGithubConfig(config(token), home), /must be an object/);
});

test('a token that cannot be kept out of ordinary text is refused by the place where it lies', async () => {
  using workspace = new Workspace().write({ token: 'password1234' });
  chmodSync(workspace.path('token'), 0o600);
  const token = { kind: 'file', path: workspace.path('token') } as const;
  await assert.rejects(loadGithubToken({ baseUrl: server, token }, new Redaction()), {
    code: 'CREDENTIAL_INVALID',
    message: `${token.path} is too easy to guess (the token for GitHub)`,
  });
});

test('a server is reached by TLS, or lies on this machine', () => {
  for (const baseUrl of ['http://ghe.example', 'ftp://x', 'https://me:pass@x', 'https://x?y', 'x', '', 7]) {
    assert.throws(() => resolveGithubConfig(config({ baseUrl }), home), /github\.baseUrl must be an https:\/\/ URL/);
  }
  assert.equal(
    resolveGithubConfig(config({ baseUrl: 'http://127.0.0.1:8080' }), home).baseUrl,
    'http://127.0.0.1:8080',
  );
});

test('a source is a folder or a repository by owner and name', () => {
  assert.deepEqual(parseSource('folder'), { kind: 'folder' });
  assert.deepEqual(parseSource('github:octo-org/.github'), { kind: 'github', owner: 'octo-org', name: '.github' });
  const wrong = [
    '',
    'github',
    'github:',
    'github:octo',
    'github:octo/',
    'github:/demo',
    'github:a/b/c',
    'github:a/..',
    'github:a/.',
  ];
  const more = [
    'github:../b',
    'github:a/b.git',
    'GitHub:a/b',
    'github:a b/c',
    'github:-a/b',
    'https://github.com/a/b',
    'github:a/b\n',
  ];
  for (const text of [...wrong, ...more]) assert.equal(sourceName.fromText(text), undefined, text);
  assert.equal(sourceName.fromData(7), undefined);
});

test('labels, milestones and yes or no are read from flags and from config alike', () => {
  assert.equal(labelNames.fromText('bug, type:cli ,bug'), 'bug,type:cli');
  assert.equal(labelNames.fromData(['good first issue', 'b']), 'good first issue,b');
  assert.equal(labelNames.fromData('a,b'), 'a,b', 'as a journal has it');
  for (const data of [[], ['a,b'], [1], '', 'a,,b', 'a\nb', 7, null])
    assert.equal(labelNames.fromData(data), undefined);
  assert.equal(milestoneName.fromData(3), '3');
  assert.equal(milestoneName.fromText(' v1 '), 'v1');
  assert.equal(milestoneName.fromText(''), undefined);
  assert.deepEqual([yesOrNo.fromText(''), yesOrNo.fromData(true), yesOrNo.fromData('yes')], ['yes', 'yes', 'yes']);
  assert.deepEqual(
    [yesOrNo.fromText('no'), yesOrNo.fromData(false), yesOrNo.fromData('maybe')],
    ['no', 'no', undefined],
  );
  for (const data of ['', [], ['yes'], null, 1])
    assert.equal(yesOrNo.fromData(data), undefined, 'only a flag may be bare');
});
