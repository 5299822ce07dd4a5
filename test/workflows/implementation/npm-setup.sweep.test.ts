import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksFor } from './added-package.ts';
import { Bench, evidenceOf, writesTests } from './bench.ts';
import { announce, files, manifest } from './npm-project.ts';

test('the lock file is brought up to date, too, where the config has a command of its own', async () => {
  const asks = asksFor({ 'package.json': manifest({ adder: 'file:registry/adder' }) });
  using bench = new Bench(
    { 'write-tests': [writesTests], implement: [asks] },
    { files, lld: announce('Asks for the adder') },
  );
  const building = { ...bench.order.building, setUpCommand: 'npm ci --no-progress' };
  const { commands } = evidenceOf(await bench.run({}, { building }));
  assert.deepEqual(
    commands.filter(({ step }) => step === 'repeat-set-up').map(({ argv, end }) => `${argv[0]}: ${end}`),
    ['sh: exit 1', 'npm: exit 0', 'sh: exit 0'],
  );
  assert.match(bench.show('package-lock.json'), /"node_modules\/adder"/);
});
