import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksFor } from './added-package.ts';
import { Bench, evidenceOf, writesTests } from './bench.ts';
import { announce, files, manifest } from './npm-project.ts';

test('npm installs what work adds to a manifest; the lock file, which nobody could write, is part of the commit', async () => {
  const hooked = manifest({ adder: 'file:registry/adder' }, { postinstall: 'node --version' });
  using bench = new Bench(
    { 'write-tests': [writesTests], implement: [asksFor({ 'package.json': hooked })] },
    { files, lld: announce('Asks for the adder, and has a postinstall script') },
  );
  const { tested, commands, gates } = evidenceOf(await bench.run());
  assert.deepEqual(
    commands.filter(({ argv }) => argv[0] === 'npm').map(({ step, argv, end }) => `${step} ${argv[1]}: ${end}`),
    [
      'repeat-set-up ci: exit 1',
      'repeat-set-up install: exit 0',
      'repeat-set-up ci: exit 0',
      'prove-commit ci: exit 0',
    ],
  );
  assert.match(bench.show('package-lock.json'), /"node_modules\/adder"/);
  assert.equal(bench.git('diff', '--name-only', tested.commit, 'agentos/137').includes('package'), false);
  const [scope, sensitive] = ['scope', 'sensitive'].map((name) => gates.find(({ gate }) => gate === name));
  assert.equal(scope?.state, 'passed', scope?.findings.join());
  assert.equal(sensitive?.state, 'warned');
  assert.match(sensitive.findings.join(), /package-lock\.json:\d+: a package runs a script when it is installed/);
});
