import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { findBorrowedPackages } from '../../src/worktrees/borrowed-modules.ts';
import { Workspace } from '../workspace.ts';

const inside = '.agentos/worktrees/137';

/** A checkout with two packages installed, and a worktree in it. */
function checkout(manifest: object): Workspace {
  return new Workspace().write({
    'node_modules/one/index.js': '',
    'node_modules/@scope/two/index.js': '',
    [`${inside}/package.json`]: JSON.stringify(manifest),
  });
}

test('a package that only the checkout above has is borrowed, as Node itself would do it', () => {
  using workspace = checkout({ dependencies: { one: '1' }, devDependencies: { '@scope/two': '1', nowhere: '1' } });
  const worktree = workspace.path(inside);
  assert.deepEqual(findBorrowedPackages(worktree), [
    { name: 'one', wantedBy: 'package.json', foundAt: workspace.path('node_modules/one') },
    { name: '@scope/two', wantedBy: 'package.json', foundAt: workspace.path('node_modules/@scope/two') },
  ]);
  assert.equal(createRequire(`${worktree}/x.js`).resolve('one'), workspace.path('node_modules/one/index.js'));
});

test('what is installed in the worktree is its own, also half of it, also by links', () => {
  using workspace = checkout({ dependencies: { one: '1', '@scope/two': '1' } });
  workspace.write({ [`${inside}/node_modules/one/index.js`]: '' });
  const names = () => findBorrowedPackages(workspace.path(inside)).map(({ name }) => name);
  assert.deepEqual(names(), ['@scope/two']);
  workspace.write({
    [`${inside}/node_modules/.store/two/index.js`]: '',
    [`${inside}/node_modules/@scope/x/index.js`]: '',
  });
  symlinkSync('../.store/two', workspace.path(`${inside}/node_modules/@scope/two`));
  assert.deepEqual(names(), []);
});

test('packages of a monorepo are looked at each for itself; node_modules that is a link out is no installation', () => {
  using workspace = checkout({ private: true });
  workspace.write({
    [`${inside}/packages/a/package.json`]: '{"dependencies":{"one":"1"},"optionalDependencies":{"@scope/two":"1"}}',
    [`${inside}/packages/b/package.json`]: 'no JSON',
    [`${inside}/packages/c/package.json`]: '{"dependencies":{"../../one":"1","":"1",".":"1"}}',
  });
  const find = () => findBorrowedPackages(workspace.path(inside)).map(({ name, wantedBy }) => `${wantedBy} ${name}`);
  assert.deepEqual(find(), ['packages/a/package.json one']);
  symlinkSync('../../../node_modules', workspace.path(`${inside}/node_modules`));
  assert.deepEqual(find(), ['packages/a/package.json one']);
});

test('without a manifest, with a resolver of its own, or with nothing above, nothing is borrowed', () => {
  using workspace = new Workspace().write({ [`${inside}/package.json`]: '{"dependencies":{"one":"1"}}' });
  assert.deepEqual(findBorrowedPackages(workspace.path(inside)), []);
  workspace.write({ 'node_modules/one/index.js': '' });
  assert.equal(findBorrowedPackages(workspace.path(inside)).length, 1);
  workspace.write({ [`${inside}/.pnp.cjs`]: '' });
  assert.deepEqual(findBorrowedPackages(workspace.path(inside)), []);
});
