import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksFor } from './added-package.ts';
import { Bench, evidenceOf, renderLld, startFiles, writesTests } from './bench.ts';

const manifest = (dependencies: object, scripts: object = {}) =>
  `${JSON.stringify({ name: 'sums', version: '1.0.0', type: 'module', scripts: { test: 'node --test', ...scripts }, dependencies })}\n`;

const files = {
  ...startFiles,
  '.npmrc': 'audit=false\nfund=false\nupdate-notifier=false\n',
  '.gitignore': '/.agentos/\nnode_modules/\n',
  'package.json': manifest({}),
  'package-lock.json': `${JSON.stringify({
    ...{ name: 'sums', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: { '': { name: 'sums', version: '1.0.0' } },
  })}\n`,
  'registry/adder/package.json': '{ "name": "adder", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
  'registry/adder/index.js': 'export const add = (a, b) => a + b;\n',
};

const announce = (what: string) =>
  renderLld([
    '| `src/sum.js` | Add | Adds numbers |',
    '| `test/sum.test.js` | Add | Proves it |',
    `| \`package.json\` | Modify | ${what} |`,
  ]);

test('npm installs what work adds to a manifest, and a lock file that nobody could write is part of the commit', async () => {
  const asks = asksFor({ 'package.json': manifest({ adder: 'file:registry/adder' }) });
  using bench = new Bench(
    { 'write-tests': [writesTests], implement: [asks] },
    { files, lld: announce('Asks for the adder') },
  );
  const evidence = evidenceOf(await bench.run());
  const { tested, commands } = evidence;
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
  const scope = evidence.gates.find(({ gate }) => gate === 'scope');
  assert.equal(scope?.state, 'passed', scope?.findings.join());
});

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

test('a script that the design names runs when packages are installed anew, and the lock file tells of it', async () => {
  const hooked = manifest({ adder: 'file:registry/adder' }, { postinstall: 'echo "export default 1;" > made.js' });
  const asks = asksFor({ 'package.json': hooked, '.gitignore': `${files['.gitignore']}/made.js\n` });
  using bench = new Bench(
    { 'write-tests': [writesTests], implement: [asks] },
    { files, lld: announce('Asks for the adder, and a postinstall script makes a file') },
  );
  const { gates, commands } = evidenceOf(await bench.run());
  const sensitive = gates.find(({ gate }) => gate === 'sensitive');
  assert.equal(sensitive?.state, 'warned');
  assert.match(sensitive.findings.join(), /package-lock\.json:\d+: a package runs a script when it is installed/);
  assert.ok(commands.some(({ step, end }) => step === 'prove-commit' && end === 'exit 0'));
});
