import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { codeOf, writeCode } from '../cli/implement-workspace.ts';
import { testWith } from '../needs.ts';
import { leaveUnmeasured } from '../workspace.ts';
import { type Approved, doesWell, renderDesign } from './approved-workspace.ts';
import { CanaryWorkspace, type Target } from './canary-workspace.ts';

leaveUnmeasured();

const daemons = ({ seconds }: Target) => `(setsid sh -c 'setsid sleep ${seconds} & setsid sleep ${seconds}' &)`;

/** All that an agent must not be able to do, and then what it found out. */
function attackAll(target: Target): string {
  return [
    'rm -rf .git; echo gitdir: /nowhere > .git; git config core.fsmonitor "touch stolen"',
    `echo taken > '${target.outside}/mine'; echo taken > '${target.outside}/more'`,
    'echo taken > ../../../package.json; echo taken > /etc/agentos-was-here',
    'for each in ../*; do [ "$each" -ef . ] || echo taken > "$each/src/taken.mjs"; done',
    daemons(target),
    'cat /proc/[0-9]*/environ | tr "\\0" "\\n"',
    'cat ../../batches/*/journal.ndjson ../../checkpoints/* ../../credentials*',
    '{ env; cat /proc/$PPID/environ | tr "\\0" "\\n"; ls ../.. ../../batches/*; } > src/loot.txt',
  ].join('; ');
}

const waiting: Approved = { id: '2', agent: { implement: [{ waitMs: 1000, ...writeCode({ id: '2' }) }] } };
/** Sleepers, and not many more than the limit: nobody else shall notice. */
const forking: Approved = {
  id: '3',
  agent: { implement: [{ run: { argv: ['sh', '-c', 'for i in $(seq 700); do sleep 300 & done; wait'] } }] },
};
const linked = {
  edits: [
    { write: { path: 'src/piece-4.mjs', content: codeOf({ id: '4' }) } },
    { link: { path: 'src/users.txt', target: '/etc/passwd' } },
  ],
};
const linking: Approved = { id: '4', agent: { implement: [linked, linked] } };

testWith('bwrap', 'a confined agent that attacks all around it reaches nothing, and others do not notice', async () => {
  using workspace = new CanaryWorkspace((target) => {
    const line = attackAll(target);
    return [{ id: '1', agent: doesWell({ id: '1' }, { tests: line, code: line }) }, waiting, forking, linking];
  });
  const configured = workspace.git('config', '--list', '--local');
  const { code, stdout, stderr } = await workspace.attack('required', '--parallel', '3', '--max-attempts', '1').ended;
  assert.equal(code, 1, stderr);
  assert.deepEqual(workspace.fates(), { 1: 'done', 2: 'done', 3: 'failed crash', 4: 'failed gate' });
  assert.match(workspace.reason('3'), /it had more than 512 processes/);
  assert.match(workspace.reason('4'), /src\/users\.txt is a link that leads out of the repository/);
  workspace.expectUnharmed(stdout + stderr);
  assert.equal(workspace.git('config', '--list', '--local'), configured);
  assert.ok(!existsSync('/etc/agentos-was-here'));
  assert.deepEqual(
    workspace.changed('2').filter((path) => path.startsWith('src/')),
    ['src/piece-2.mjs'],
  );
  // What it could see of others: its own batch has no journal, its own state no checkpoint.
  const loot = workspace.show('1', 'src/loot.txt');
  assert.match(loot, /^AGENTOS_PROGRAM=/m);
  assert.doesNotMatch(loot, /journal|checkpoints|ANTHROPIC/);
  assert.match(
    workspace
      .evidence('1')
      .gates.find(({ gate }) => gate === 'scope')
      ?.findings.join() ?? '',
    /src\/loot\.txt/,
  );
  assert.equal(workspace.evidence('1').sandbox.level, 'bwrap');
});

testWith('bwrap', 'a confined agent sees no file of keys that the config names, wherever it lies', async () => {
  using workspace = new CanaryWorkspace(() => {
    const look = 'for each in work hub other; do cat ../../../.git/$each.key; done';
    return [{ id: '1', agent: doesWell({ id: '1' }, { tests: look, code: look }) }];
  });
  const config = {
    credentials: { work: { provider: 'anthropic', secret: 'file:.git/work.key' } },
    github: { token: 'file:.git/hub.key' },
  };
  workspace.write({ 'agentos.config.json': JSON.stringify(config), '.git/other.key': 'seen\n' });
  for (const name of ['work', 'hub']) workspace.write({ [`.git/${name}.key`]: `taken-${workspace.key}\n` });
  const { code, stderr } = await workspace.attack('required').ended;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(workspace.said('1'), /taken/);
  assert.match(workspace.said('1'), /^seen$/m, 'it was looked for where others are found');
});

test('a key of the batch that an agent writes into its code, as it is or spelled otherwise, does not come through', async () => {
  using workspace = new CanaryWorkspace(() => []);
  const spellings = [workspace.key, Buffer.from(workspace.key).toString('hex')];
  const tasks = spellings.map((spelling, at) => {
    const id = String(at + 1);
    return { id, agent: doesWell({ id }, { code: `echo "// ${spelling}" >> src/piece-${id}.mjs` }) };
  });
  workspace.playAgents(tasks);
  for (const task of tasks) workspace.approve(task.id, renderDesign(task));
  const { stdout } = await workspace.attack('off', '--max-attempts', '1').ended;
  assert.equal(stdout.match(/gate secrets: failed, 1 secret/g)?.length, 2, stdout);
  assert.ok(!Object.values(workspace.fates()).includes('done'));
});

/** What an agent can do without a sandbox, and shall not get away with. */
function attackUnconfined(target: Target): string {
  const ours = `grep -lsF '${target.outside}' /proc/[0-9]*/environ`;
  return [daemons(target), `for each in $(${ours}); do tr "\\0" "\\n" < $each; done`, 'env'].join('; ');
}

test('without a sandbox what an agent breaks is found, its daemons end, and no key is there to be taken', async () => {
  using workspace = new CanaryWorkspace((target) => {
    const line = attackUnconfined(target);
    const tampering = `${line}; git config core.fsmonitor 'touch stolen'`;
    return [
      { id: '1', agent: doesWell({ id: '1' }, { tests: line, code: `${line}; rm -rf .git` }) },
      { id: '2', agent: doesWell({ id: '2' }, { tests: line, code: `echo gitdir: ${target.outside} > .git` }) },
      { id: '3', agent: doesWell({ id: '3' }, { code: line }) },
      { id: '4', agent: doesWell({ id: '4' }, { code: tampering }) },
    ];
  });
  const { code, stdout, stderr } = await workspace.attack('off').ended;
  assert.equal(code, 1, stderr);
  const conflict = 'failed conflict';
  assert.deepEqual(workspace.fates(), { 1: conflict, 2: conflict, 3: 'done', 4: conflict });
  assert.match(workspace.reason('1'), /its \.git is not a file/);
  assert.match(workspace.reason('2'), /its \.git leads elsewhere/);
  assert.match(workspace.reason('4'), /settings in .*config changed while the task ran/);
  assert.match(workspace.said('3'), new RegExp(`HOME=${workspace.target.outside}`), 'it did read what others have');
  workspace.expectUnharmed(stdout + stderr);
});
