import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentOsError } from '../../src/model/errors.ts';
import { type LldBrief, openLldFolder } from '../../src/sources/lld-folder.ts';
import { Workspace } from '../workspace.ts';

async function scan(files: Record<string, string>, brief: (text: string) => Promise<LldBrief>) {
  using workspace = new Workspace().write(files);
  const folder = workspace.path('llds');
  return await Array.fromAsync(
    openLldFolder(
      { repoDir: workspace.dir, folder, maxInputBytes: 1000, isNamed: false, mayBeMissing: false },
      brief,
    ).scan(),
  );
}

test('a design is found with its title, its files and what it says of its approval', async () => {
  const brief = async () => ({ title: 'Parse flags', status: 'Approved', touches: ['src/a.ts'] });
  const [found] = await scan({ 'llds/LLD-0137.md': '# LLD Finalized' }, brief);
  assert.deepEqual(
    { ...found, sha256: '' },
    {
      kind: 'finding',
      path: 'llds/LLD-0137.md',
      rawId: '137',
      title: 'Parse flags',
      sha256: '',
      claimsApproval: true,
      touches: ['src/a.ts'],
    },
  );
});

test('a design that cannot be read is rejected, and the next one is found', async () => {
  const brief = async (text: string) => {
    if (text.includes('slow')) throw new AgentOsError('WORKER_TIMEOUT', 'took longer than 10 s');
    return { title: null, status: null, touches: [] };
  };
  const found = await scan({ 'llds/LLD-1.md': 'slow', 'llds/LLD-2.md': '# Two' }, brief);
  assert.deepEqual(
    found.map(({ kind }) => kind),
    ['rejected', 'finding'],
  );
});
