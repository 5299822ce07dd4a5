import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOfPasswords } from '../../src/worktrees/passwords.ts';
import { Repository } from './house.ts';

const token = 'ghp_0123456789abcdefghijklmnopqrstuvwx12';

test('what agents could read in the repository’s git config is warned of, by name', async () => {
  using repository = new Repository();
  repository.git('config', 'remote.origin.url', `https://x-access-token:${token}@github.com/a/b`);
  repository.git('config', 'http.https://github.com/.extraheader', `AUTHORIZATION: basic ${token}`);
  const { notes } = await repository.inspect();
  assert.match(notes.join('\n'), /^WARNING: .*remote\.origin\.url, http\.https:\/\/github\.com\/\.extraheader/);
  assert.doesNotMatch(notes.join('\n'), /ghp_/);
});

for (const [key, value, told] of [
  ['remote.a.url', `https://${token}@host/x`, 'remote.a.url'],
  ['remote.a.pushurl', 'https://me:secret@host/x', 'remote.a.pushurl'],
  [`url.https://${token}@host/.insteadof`, 'https://host/', 'url.https://…@host/.insteadof'],
  ['remote.a.url', 'ssh://git@host/x', null],
  ['remote.a.url', 'git@host:x/y@z.git', null],
  ['remote.a.url', 'https://me@host/x', null],
  ['remote.a.url', 'https://host/a:b@c', null],
  ['http.extraheader', 'X-Trace: 1', null],
] as const) {
  test(`${key} with ${value} is ${told === null ? 'nothing to warn of' : 'told'}`, () => {
    const [warning] = warnOfPasswords(new Map([[key, value]]));
    assert.equal(warning?.match(/\((.*?)\)/)?.[1] ?? null, told);
  });
}
