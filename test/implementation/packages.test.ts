import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { testWith } from '../needs.ts';
import { ApprovedWorkspace, writes } from './approved-workspace.ts';

const manifest = (dependencies: object, scripts: object = {}) =>
  JSON.stringify({ name: 'pieces', type: 'module', scripts: { test: 'node --test', ...scripts }, dependencies });

const code = "import { one } from 'ones';\n\nexport function value() {\n  return one;\n}\n";
const tests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { value } from '../src/piece.mjs';

test('010 the value', () => assert.equal(value(), 1));
`;

/** Asks for a package with that address, as somebody whose network ends at the gateway can. */
const asksFor = (ones: string, scripts: object) =>
  writes({ 'src/piece.mjs': code, 'package.json': manifest({ ones }, scripts) });

function open(scripts: object): ApprovedWorkspace {
  const agent = {
    'write-tests': [writes({ 'test/piece.test.mjs': tests })],
    implement: [
      asksFor('file:packages/none.tgz', scripts),
      asksFor('file:packages/nowhere.tgz', scripts),
      asksFor('file:packages/ones', scripts),
    ],
  };
  const files = [
    '| `src/piece.mjs` | Add | The value |',
    '| `test/piece.test.mjs` | Add | Proves it |',
    '| `package.json` | Modify | Asks for ones; a postinstall script looks around |',
  ];
  const workspace = new ApprovedWorkspace([{ id: '1', files, agent }]);
  workspace.write({
    '.npmrc': 'audit=false\nfund=false\nupdate-notifier=false\n',
    'package.json': manifest({}),
    'packages/ones/package.json': '{ "name": "ones", "version": "1.0.0", "type": "module", "exports": "./ones.js" }',
    'packages/ones/ones.js': 'export const one = 1;\n',
  });
  workspace.git('add', '--all', '--', '.npmrc', 'package.json', 'packages');
  workspace.git('commit', '--quiet', '--message', 'packages');
  return workspace;
}

testWith('bwrap', 'a package that work adds is installed confined; a retry mends work that broke it', async () => {
  const witness = `/tmp/agentos-witness-${process.pid}`;
  const postinstall = `echo out > ${witness}; echo in > .git || echo held`;
  using workspace = open({ postinstall });
  const players = ['--reviewer', 'scripted:script.json', '--agent', 'scripted:script.json', '--sandbox', 'required'];
  const failed = await workspace.run('implement', ...players, '--max-iterations', '2');
  assert.equal(failed.code, 1, failed.stderr);
  assert.deepEqual(workspace.fates(), { 1: 'failed setup' }, workspace.reason('1'));
  assert.match(workspace.reason('1'), /set-up failed \(npm install: exit \d+\)/);
  const retried = await workspace.run('retry');
  assert.equal(retried.code, 0, retried.stderr + workspace.said('1'));
  const { commands, changed, sandbox } = workspace.evidence('1');
  assert.equal(sandbox.level, 'bwrap');
  assert.deepEqual(
    commands.filter(({ argv }) => argv[0] === 'npm').map(({ step, end }) => `${step}: ${end === 'exit 0'}`),
    ['repeat-set-up: false', 'repeat-set-up: false', 'repeat-set-up: true', 'prove-commit: true'],
  );
  assert.deepEqual(
    changed.map(({ path }) => path),
    ['package.json', 'src/piece.mjs', 'test/piece.test.mjs'],
  );
  assert.equal(existsSync(witness), false, 'what runs while packages are installed is confined');
  assert.deepEqual(workspace.worktrees, []);
});
