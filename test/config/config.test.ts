import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { test } from 'node:test';
import { answerHere } from '../answer-here.ts';
import { makeUpKey } from '../secrets/made-up.ts';
import { agentos, type Ended, issueText, Workspace } from '../workspace.ts';

interface Printed {
  repository: string;
  configPath: string | null;
  settings: { key: string; value: string | number | null; from: string }[];
}

type Variables = Readonly<Record<string, string>>;

/** Configs that are code have a worker: they are read as a user's command does it. */
async function config(workspace: Workspace, args: string[] = [], env: Variables = {}): Promise<Ended> {
  const isCode = workspace.list().some((line) => /^agentos\.config\.m?ts /.test(line));
  return await (isCode ? agentos : answerHere)(['config', ...args], { cwd: workspace.dir, env });
}

/** The value and origin of one setting, as a program sees it. */
async function setting(workspace: Workspace, key: string, args: string[] = [], env: Variables = {}) {
  const { stdout, stderr, code } = await config(workspace, ['--json', ...args], env);
  assert.equal(code, 0, stderr);
  const printed: Printed = JSON.parse(stdout);
  const found = printed.settings.find((entry) => entry.key === key);
  return found === undefined ? null : `${found.value} from ${found.from}`;
}

test('a flag goes before a variable, a variable before the file, the file before the default', async () => {
  using workspace = new Workspace().write({ 'agentos.config.json': '{\n  "parallel": 2\n}' });
  using empty = new Workspace();
  assert.equal(await setting(empty, 'parallel'), '1 from default');
  assert.equal(await setting(workspace, 'parallel'), '2 from agentos.config.json:2');
  assert.equal(await setting(workspace, 'parallel', [], { AGENTOS_PARALLEL: '3' }), '3 from AGENTOS_PARALLEL');
  assert.equal(
    await setting(workspace, 'parallel', ['--parallel', '4'], { AGENTOS_PARALLEL: '3' }),
    '4 from --parallel',
  );
});

test('a flag that says no goes before a file that says yes', async () => {
  const content = { comment: true, strict: 'yes', acceptOffline: true, pullRequests: true };
  using workspace = new Workspace().write({ 'agentos.config.json': JSON.stringify(content) });
  for (const [key, flag] of Object.entries({
    comment: '--comment',
    strict: '--strict',
    acceptOffline: '--accept-offline',
    pullRequests: '--pr',
  })) {
    assert.equal(await setting(workspace, key), 'yes from agentos.config.json:1');
    for (const no of ['no', 'false']) assert.equal(await setting(workspace, key, [`${flag}=${no}`]), `no from ${flag}`);
  }
});

test('a module config is evaluated with its types stripped, also when it promises its settings', async () => {
  using workspace = new Workspace();
  workspace.write({
    'agentos.config.mts': 'const n: number = 3;\nexport default Promise.resolve({\n  parallel: n,\n});',
  });
  assert.equal(await setting(workspace, 'parallel'), '3 from agentos.config.mts:3');
});

test('a .ts config and the agentos field of package.json work alike', async () => {
  using typed = new Workspace().write({
    'agentos.config.ts': 'export default { parallel: 3 };',
    'package.json': '{"type":"module"}',
  });
  assert.equal(await setting(typed, 'parallel'), '3 from agentos.config.ts:1');
  using manifest = new Workspace().write({
    'package.json': '{\n"name": "x",\n"agentos": { "parallel": 3 }\n}',
    '.git/HEAD': '',
  });
  assert.equal(await setting(manifest, 'parallel'), '3 from package.json:3');
});

test('paths in a file are relative to the file, paths in a flag to the current folder', async () => {
  using workspace = new Workspace().write({ 'conf/agentos.json': '{ "issuesDir": "backlog" }', 'sub/x': '' });
  const named = await setting(workspace, 'issuesDir', ['--config', 'conf/agentos.json']);
  assert.equal(named, `${workspace.path('conf/backlog')} from conf/agentos.json:1`);
  const { stdout } = await answerHere(['config', '--json', '--repo', '..', '--issues', 'here'], {
    cwd: workspace.path('sub'),
  });
  assert.match(stdout, new RegExp(`${workspace.path('sub/here')}"`));
});

test('AGENTOS_HOME decides where state lives', async () => {
  using workspace = new Workspace();
  assert.equal(await setting(workspace, 'baseDir'), `${workspace.path('.agentos')} from default`);
  assert.equal(await setting(workspace, 'baseDir', [], { AGENTOS_HOME: '/x/y' }), '/x/y from AGENTOS_HOME');
});

test('a config that cannot be used stops everything: exit 2, file and line, no stack', async () => {
  const cases: [name: string, content: string, message: RegExp][] = [
    ['agentos.config.json', '{\n  "parallel": 2,\n}', /agentos\.config\.json:3: not JSON/],
    ['agentos.config.json', '{\n  "parallel": 2', /agentos\.config\.json:2: not JSON/],
    ['agentos.config.json', '', /agentos\.config\.json:1: not JSON/],
    ['agentos.config.json', '[]', /agentos\.config\.json:1: a config is an object/],
    ['agentos.config.json', 'null', /agentos\.config\.json:1: a config is an object/],
    [
      'agentos.config.json',
      '{\n"paralel": 2\n}',
      /agentos\.config\.json:2: unknown setting "paralel"; did you mean "parallel"\?/,
    ],
    [
      'agentos.config.json',
      '{ "retries": 2 }',
      /:1: unknown setting "retries"; without it, `agentos config` lists all/,
    ],
    ['agentos.config.json', '{\n\n"maxWait": 2\n}', /agentos\.config\.json:3: .*did you mean "maxWaitSeconds"\?/],
    [
      'agentos.config.json',
      '{\n"parallel": "two"\n}',
      /agentos\.config\.json:2: parallel must be a whole number of at least 1, not "two"/,
    ],
    ['agentos.config.json', '{"parallel": "2"}', /parallel must be a whole number/],
    ['agentos.config.json', '{"parallel": 0}', /parallel must be a whole number/],
    ['agentos.config.json', '{"maxParallel": 65}', /maxParallel must be a whole number from 1 to 64/],
    ['agentos.config.json', '{"gate": "maybe"}', /gate must be one of none, draft, verdict, all/],
    ['agentos.config.json', '{"drafter": "anthropic"}', /drafter must be one of anthropic:/],
    ['agentos.config.json', '{"budgetUsd": null}', /budgetUsd must be an amount/],
    ['agentos.config.json', '\0', /holds a NUL/],
    ['agentos.config.json', `{"x": "${'y'.repeat(2 ** 20)}"}`, /bytes are allowed|1048576 are allowed/],
    ['agentos.config.mts', 'export default {\n  parallel: = 2 };', /agentos\.config\.mts:2: /],
    ['agentos.config.mts', '\nthrow new Error("no");', /agentos\.config\.mts:2: no/],
    ['agentos.config.mts', 'export const parallel = 2;', /agentos\.config\.mts:1: a config is an object/],
    ['agentos.config.mts', 'export default { parallel: () => 2 };', /agentos\.config\.mts:1: .*could not be cloned/],
    ['agentos.config.mts', 'export default { parallel: 2n };', /agentos\.config\.mts:1: parallel must be .*not 2n/],
    ['agentos.config.mts', 'export default new Map();', /a config is a plain object/],
    ['agentos.config.mts', 'export default new (class A {})();', /a config is a plain object/],
    ['agentos.config.mts', 'process.exit(0);', /agentos\.config\.mts: its worker ended unexpectedly/],
    ['agentos.config.mts', 'import "./missing.ts";\nexport default {};', /agentos\.config\.mts:1: Cannot find module/],
    ['agentos.config.mts', 'enum X { a }\nexport default {};', /agentos\.config\.mts:1: .*enum/i],
  ];
  for (const [name, content, message] of cases) {
    using workspace = new Workspace().write({ [name]: content });
    const { code, stdout, stderr } = await config(workspace);
    assert.equal(code, 2, `${content.slice(0, 60)}: ${stdout}`);
    assert.match(stderr, message);
    assert.doesNotMatch(stderr, /\n\s+at /);
    assert.equal(stdout, '');
  }
});

test('a config that never ends, by waiting or by blocking, is stopped after 10 seconds', async () => {
  const blocks = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
  const endless = ['export default new Promise(() => setInterval(() => {}, 1000));', blocks];
  await Promise.all(
    endless.map(async (content) => {
      using workspace = new Workspace().write({ 'agentos.config.mts': content });
      const { code, stderr } = await config(workspace);
      assert.equal(code, 2);
      assert.match(stderr, /agentos\.config\.mts: took longer than 10 s/);
    }),
  );
});

test('what a config prints holds no key that lies in the environment, also if it fails', async () => {
  const [named, wellKnown, ended] = [makeUpKey(), makeUpKey(), makeUpKey()];
  const prints = 'console.log("said", process.env.MY_OWN, process.env.OTHER_TOKEN);';
  const credentials = '{ main: { provider: "openai", secret: "env:MY_OWN" } }';
  const ends = [`export default { credentials: ${credentials} };`, 'throw new Error("broken");', 'process.exit(3);'];
  for (const end of ends) {
    using workspace = new Workspace().write({ 'agentos.config.mts': `${prints}\n${end}` });
    const env = { MY_OWN: named, OPENAI_API_KEY: wellKnown, OTHER_TOKEN: ended };
    const { stdout, stderr } = await config(workspace, [], env);
    assert.match(stderr, /^said /m, end);
    for (const key of [named, wellKnown, ended]) assert.ok(!`${stdout}${stderr}`.includes(key), end);
  }
});

test('what a config prints never reaches stdout', async () => {
  using workspace = new Workspace().write({ 'agentos.config.mts': 'console.log("noise");\nexport default {};' });
  const { stdout, stderr } = await config(workspace, ['--json']);
  JSON.parse(stdout);
  assert.match(stderr, /noise/);
});

test('two configs in one repository are refused by name', async () => {
  using workspace = new Workspace().write({
    'agentos.config.json': '{}',
    'agentos.config.mts': '',
    'package.json': '{"agentos":{}}',
  });
  const { code, stderr } = await config(workspace);
  assert.equal(code, 2);
  assert.match(stderr, /agentos\.config\.mts, agentos\.config\.json, package\.json/);
});

test('a config in an agent’s worktree or on an agent’s branch is never loaded', async () => {
  const trap = {
    'agentos.config.mts': 'import { writeFileSync } from "node:fs";\nwriteFileSync("trapped", "");\nexport default {};',
  };
  using worktree = new Workspace();
  mkdirSync(worktree.path('.agentos/worktrees/137'), { recursive: true });
  worktree.write({ '.agentos/worktrees/137/agentos.config.mts': trap['agentos.config.mts'] });
  using branch = new Workspace().write(trap);
  branch.git('init', '-q', '-b', 'agentos/137');
  using linked = new Workspace();
  symlinkSync(worktree.path('.agentos/worktrees/137'), linked.path('link'));
  for (const cwd of [worktree.path('.agentos/worktrees/137'), branch.dir, linked.path('link')]) {
    const { code, stderr } = await answerHere(['requirements', '--dry-run'], { cwd });
    assert.equal(code, 2);
    assert.match(stderr, /never loaded/);
  }
  assert.ok(![...worktree.list(), ...branch.list()].some((path) => path.includes('trapped')));
});

test('a link to an agent’s config is not a way round', async () => {
  using workspace = new Workspace();
  workspace.write({
    '.agentos/worktrees/1/agentos.config.mts':
      'import { writeFileSync } from "node:fs";\nwriteFileSync("trapped", "");',
  });
  symlinkSync('.agentos/worktrees/1/agentos.config.mts', workspace.path('agentos.config.mts'));
  const { code, stderr } = await config(workspace);
  assert.equal(code, 2);
  assert.match(stderr, /never loaded/);
  assert.ok(!workspace.list().some((path) => path.includes('trapped')));
});

test('a config in a form that we do not read is refused, not ignored', async () => {
  for (const name of ['agentos.config.js', 'agentos.config.yaml']) {
    using workspace = new Workspace().write({ [name]: '' });
    const { code, stderr } = await config(workspace);
    assert.equal(code, 2);
    assert.match(stderr, /use \.mts, \.ts or \.json instead/);
  }
});

test('in a package.json the line is that of the setting, not of a script of the same name', async () => {
  using workspace = new Workspace().write({
    'package.json': '{\n"scripts": { "gate": "x" },\n"agentos": {\n"gate": "never"\n}\n}',
    '.git/HEAD': '',
  });
  assert.match((await config(workspace)).stderr, /package\.json:4: gate must be one of/);
});

test('lint refuses a code config that is named to it', async () => {
  using workspace = new Workspace().write({ 'x.mts': 'export default {};', 'docs/lld/active/x.md': '# T' });
  const { code, stderr } = await agentos(['lint', '--config', 'x.mts'], { cwd: workspace.dir });
  assert.equal(code, 2);
  assert.match(stderr, /reads JSON config/);
});

test('a timeout that no timer can hold is refused', async () => {
  using workspace = new Workspace();
  const { code, stderr } = await config(workspace, ['--task-timeout', '2147484']);
  assert.equal(code, 2);
  assert.match(stderr, /from 1 to 2000000/);
});

test('a variable that is nobody’s is left alone', async () => {
  using workspace = new Workspace();
  assert.equal((await config(workspace, [], { AGENTOS_TOKEN: 'x', AGENTOS_LOG: 'y' })).stderr, '');
});

test('a config that is a link to nowhere is an error, and so is a key that is given twice', async () => {
  using dangling = new Workspace();
  symlinkSync('nowhere.json', dangling.path('agentos.config.json'));
  assert.equal((await config(dangling)).code, 2);
  using twice = new Workspace().write({ 'agentos.config.json': '{\n"parallel": 2,\n"parallel": 3\n}' });
  const { code, stderr } = await config(twice);
  assert.equal(code, 2);
  assert.match(stderr, /agentos\.config\.json:3: "parallel" is given twice/);
});

test('every way in which HEAD can name an agent’s branch is known', async () => {
  for (const head of ['ref: refs/heads/agentos/1\n', 'ref:\trefs/heads/agentos/1\n', 'ref:refs/heads/agentos/1\n']) {
    using workspace = new Workspace().write({ '.git/HEAD': head, 'agentos.config.json': '{}' });
    assert.equal((await config(workspace)).code, 2, head);
  }
  using linked = new Workspace().write({ '.git/refs/heads/agentos/1': 'x', 'agentos.config.json': '{}' });
  symlinkSync('refs/heads/agentos/1', linked.path('.git/HEAD'));
  assert.equal((await config(linked)).code, 2);
});

test('a detached checkout of an agent’s branch is known by its commit, loose or packed', async () => {
  using workspace = new Workspace().write({ 'agentos.config.json': '{}' });
  workspace.git('init', '-q');
  workspace.git('add', '.');
  workspace.git('commit', '-qm', 'start');
  assert.equal((await config(workspace)).code, 0);
  workspace.git('checkout', '-q', '-b', 'agentos/7');
  workspace.git('commit', '-q', '--allow-empty', '-m', 'by an agent');
  workspace.git('checkout', '-q', '--detach');
  assert.equal((await config(workspace)).code, 2);
  workspace.git('pack-refs', '--all');
  assert.equal((await config(workspace)).code, 2);
  workspace.git('checkout', '-q', 'main');
  assert.equal((await config(workspace)).code, 0);
});

test('a linked worktree of an agent is known by its branch', async () => {
  using repository = new Workspace().write({ 'agentos.config.json': '{}' });
  repository.git('init', '-q');
  repository.git('add', '.');
  repository.git('commit', '-qm', 'start');
  using elsewhere = new Workspace();
  repository.git('worktree', 'add', '-q', '-b', 'agentos/5', elsewhere.path('tree'));
  const { code, stderr } = await answerHere(['config'], { cwd: elsewhere.path('tree') });
  assert.equal(code, 2);
  assert.match(stderr, /never loaded/);
});

test('lint reads JSON config only: it never runs a repository’s code', async () => {
  using workspace = new Workspace();
  workspace.write({
    'agentos.config.mts': 'import { writeFileSync } from "node:fs";\nwriteFileSync("trapped", "");',
    'docs/lld/active/x.md': '# T',
  });
  const { code } = await agentos(['lint'], { cwd: workspace.dir });
  assert.equal(code, 0);
  assert.ok(!workspace.list().some((path) => path.includes('trapped')));
  using json = new Workspace().write({ 'agentos.config.json': '{"lldDir": "designs"}', 'designs/x.md': '# T' });
  assert.match((await agentos(['lint'], { cwd: json.dir })).stdout, /designs\/x\.md: unknown/);
});

test('a mistyped variable is said aloud, because it would do nothing', async () => {
  using workspace = new Workspace();
  const { stderr } = await config(workspace, [], { AGENTOS_PARALEL: '3' });
  assert.match(stderr, /AGENTOS_PARALEL is not a setting and does nothing; did you mean AGENTOS_PARALLEL\?/);
});

test('an invalid variable is refused by name; an empty one counts as unset', async () => {
  using workspace = new Workspace();
  const { code, stderr } = await config(workspace, [], { AGENTOS_PARALLEL: 'many' });
  assert.equal(code, 2);
  assert.match(stderr, /AGENTOS_PARALLEL must be a whole number of at least 1, not "many"/);
  assert.equal(await setting(workspace, 'parallel', [], { AGENTOS_PARALLEL: '' }), '1 from default');
});

test('the repository is the nearest folder upwards with a config or .git, else the current one', async () => {
  using workspace = new Workspace().write({
    'agentos.config.json': '{}',
    'a/b/x': '',
    'docs/issues/1.md': issueText('One'),
  });
  const { stdout } = await agentos(['requirements', '--dry-run'], { cwd: workspace.path('a/b') });
  assert.match(stdout, /1 task/);
});
