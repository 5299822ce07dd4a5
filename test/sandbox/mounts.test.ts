import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { arrangeMounts, type Mount, renderMounts } from '../../src/sandbox/mounts.ts';
import { Workspace } from '../workspace.ts';

const path = fc
  .array(fc.constantFrom('a', 'b', 'aa'), { minLength: 1, maxLength: 4 })
  .map((steps) => `/${steps.join('/')}`);
const cover = fc.record({ path, kind: fc.constantFrom('scratch' as const, 'empty' as const) });
const wanted = fc.record({ path, kind: fc.constantFrom('writable' as const, 'readable' as const, 'empty' as const) });

const isBelow = (folder: string, file: string) => file === folder || file.startsWith(`${folder}/`);

/** What is seen at a path after all mounts were made, one upon the other. */
function seenAt(mounts: readonly Mount[], file: string): string {
  return mounts.findLast((mount) => isBelow(mount.path, file))?.kind ?? 'as it is';
}

/** The deepest of those that hold a path; of equals the last. */
function deepest(mounts: readonly Mount[], file: string): Mount | undefined {
  const around = mounts.filter((mount) => isBelow(mount.path, file));
  return around.findLast((mount) => around.every((other) => other.path.length <= mount.path.length));
}

test('the deepest word about a path counts, whatever the order in which it was said', () => {
  fc.assert(
    fc.property(fc.array(cover), fc.array(wanted), path, (covers, said, file) => {
      const expected = deepest([...covers, ...said], file)?.kind ?? 'as it is';
      const seen = seenAt(arrangeMounts(covers, [], said), file);
      // A place for temporary files is empty as well.
      assert.ok(seen === expected || (expected === 'empty' && seen === 'scratch'), `${seen}, not ${expected}`);
    }),
  );
});

test('what is needed is shown out of covered places, and changes nothing that was said about it', () => {
  fc.assert(
    fc.property(fc.array(cover), fc.array(path), fc.array(wanted), path, (covers, kept, said, file) => {
      const seen = seenAt(arrangeMounts(covers, kept, said), file);
      const word = deepest(said, file);
      if (word?.kind === 'writable' && deepest([...covers, ...said], file) === word) assert.equal(seen, 'writable');
      if (seen === 'writable') assert.ok(word);
    }),
  );
  const home: Mount = { path: '/home/u', kind: 'empty' };
  const tree: Mount = { path: '/home/u/tree', kind: 'writable' };
  const needed = ['/home/u/.nvm/bin', '/home/u/tree/node_modules'];
  assert.deepEqual(arrangeMounts([home], needed, [tree]), [home, tree, { path: '/home/u/.nvm/bin', kind: 'readable' }]);
});

test('empty places are closed when everything in them was made, and files are emptied by a device', () => {
  using workspace = new Workspace().write({ 'home/tree/a': '', key: 'x' });
  const mounts: Mount[] = [
    { path: workspace.path('home'), kind: 'empty' },
    { path: workspace.path('home/tree'), kind: 'writable' },
    { path: workspace.path('key'), kind: 'empty' },
  ];
  assert.deepEqual(
    renderMounts(mounts, [{ from: '/x', to: '/run/y' }])
      .join(' ')
      .split(' --'),
    [
      `--size 1048576`,
      `tmpfs ${workspace.path('home')}`,
      `bind ${workspace.path('home/tree')} ${workspace.path('home/tree')}`,
      `ro-bind /dev/null ${workspace.path('key')}`,
      'ro-bind /x /run/y',
      `remount-ro ${workspace.path('home')}`,
    ],
  );
});
