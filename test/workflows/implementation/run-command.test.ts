import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCommand } from '../../../src/workflows/implementation/run-command.ts';
import { Bench } from './bench.ts';

test('what a command says is kept to the letter, in whatever pieces it comes', async () => {
  using bench = new Bench({ 'write-tests': [], implement: [] });
  using home = bench.workshop.programs.openHome();
  const said = Buffer.from('grün');
  const sandbox: typeof bench.workshop.sandbox = {
    ...bench.workshop.sandbox,
    run: async ({ onOutput }) => {
      onOutput?.(said.subarray(0, 3), 'stdout');
      onOutput?.(Buffer.from('!'), 'stderr');
      onOutput?.(said.subarray(3), 'stdout');
      return { kind: 'exited', code: 0, stdout: '', stderr: '' };
    },
  };
  const { ran } = await runCommand(
    { ...bench.workshop, sandbox },
    {
      ...{ argv: ['node'], root: bench.dir, folder: '', programFolders: [], environment: {}, network: 'none', home },
      ...{ wallMs: 1000, signal: new AbortController().signal },
    },
  );
  assert.equal(ran.output, 'gr!ün');
});
