import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import type { Found } from '../../src/model/found.ts';
import { openIssueFolder } from '../../src/sources/issue-folder.ts';
import { testWith } from '../needs.ts';
import { issueText, Workspace } from '../workspace.ts';

async function scan(workspace: Workspace, maxInputBytes = 1024 * 1024): Promise<Found[]> {
  const source = openIssueFolder({
    repoDir: workspace.dir,
    folder: workspace.path('docs/issues'),
    maxInputBytes,
    isNamed: false,
    mayBeMissing: false,
  });
  return await Array.fromAsync(source.scan());
}

async function scanOne(name: string, content: string | Uint8Array): Promise<Found> {
  using workspace = new Workspace().write({ [`docs/issues/${name}`]: content });
  const [found] = await scan(workspace);
  if (found === undefined) throw new Error('nothing was found');
  return found;
}

const idOf = (found: Found) => found.rawId;
const codeOf = (found: Found) => (found.kind === 'rejected' ? found.code : 'accepted');

test('the id comes from the front matter, else the file name, else the heading', async () => {
  const cases: [name: string, content: string, id: string][] = [
    ['9-x.md', '---\nid: fix-login\n---\n# T', 'fix-login'],
    ['9-x.md', '---\nissue: 12\n---\n# T', '12'],
    ['9-x.md', '---\nissue: "#12"\n---\n# T', '12'],
    ['9-x.md', '---\nid: 007\n---\n# T', '7'],
    ['9-x.md', '---\nid: 1e3\n---\n# T', '1e3'],
    ['137-title.md', '# T', '137'],
    ['0137.md', '# T', '137'],
    ['137.md', '# T #99', '137'],
    ['LLD-137.md', '# T', '137'],
    ['title.md', '# Issue #137: T', '137'],
    ['title.md', 'T #137\n====\n', '137'],
    ['2fa-login.md', '# Issue #5', '5'],
  ];
  for (const [name, content, id] of cases) assert.equal(idOf(await scanOne(name, content)), id, `${name} ${content}`);
});

test('a file without any id is rejected as ID_MISSING, and the message says how to give it one', async () => {
  const found = await scanOne('title.md', '# No number');
  assert.equal(codeOf(found), 'ID_MISSING');
  assert.match(found.kind === 'rejected' ? found.message : '', /137-title\.md/);
});

test('a number in a code fence is not the heading', async () => {
  assert.equal(codeOf(await scanOne('title.md', '```\n# Issue #1\n```\n\ntext')), 'ID_MISSING');
});

test('the title is the heading without its number, and is cut when it is endless', async () => {
  const titles = [
    '# Issue #137: Parse flags',
    '# 137 - Parse flags',
    '---\ntitle: Parse flags\n---\n# Other',
    'Parse flags\n=====',
  ];
  for (const content of titles) {
    const found = await scanOne('137.md', content);
    assert.equal(found.kind === 'finding' && found.title, 'Parse flags', content);
  }
  const long = await scanOne('1.md', `# ${'x'.repeat(500_000)}`);
  assert.equal(long.kind === 'finding' && long.title.length, 200);
});

test('a title without a word is none: the heading stands for it, or the name of the file, or the id', async () => {
  const cases: [name: string, content: string, title: string][] = [
    ['7-flags.md', '---\ntitle: "###"\n---\n# Parse flags', 'Parse flags'],
    ['7-flags.md', '---\ntitle: "# ##"\n---\ntext', '7-flags'],
    ['7-flags.md', '---\ntitle: "\\u200b "\n---\n# ###', '7-flags'],
    ['7-flags.md', '---\ntitle: "7: ##"\n---\n# Other', '7: ##'],
    ['#.md', '---\nid: 7\n---\ntext', 'Issue 7'],
    ['7.md', '# C# and F#', 'C# and F#'],
  ];
  for (const [name, content, title] of cases) {
    const found = await scanOne(name, content);
    assert.equal(found.kind === 'finding' && found.title, title, content);
  }
});

test('empty and blank files are rejected before they can cost anything', async () => {
  for (const content of ['', ' \n\t\n', '\ufeff']) assert.equal(codeOf(await scanOne('1.md', content)), 'FILE_EMPTY');
});

test('a file of more lines than anybody reads is rejected before it can cost anything', async () => {
  const lines = `# T${'\n'.repeat(110_000)}`;
  assert.equal(codeOf(await scanOne('1.md', lines)), 'accepted');
  const found = await scanOne('1.md', `${lines}x`);
  assert.equal(codeOf(found), 'FILE_TOO_LARGE');
  assert.equal(found.kind === 'rejected' && found.message, 'has more than 110000 lines');
});

test('text that is not UTF-8 is rejected with the byte offset', async () => {
  const cases: [content: Uint8Array, code: string, offset: number][] = [
    [Buffer.from([0x23, 0x20, 0xc3, 0x28]), 'TEXT_NOT_UTF8', 2],
    [Buffer.concat([Buffer.from('# \ufffd ok '), Buffer.from([0xff])]), 'TEXT_NOT_UTF8', 9],
    [Buffer.from('\ufeff# T', 'utf16le'), 'TEXT_NOT_UTF8', 0],
    [Buffer.from('# T', 'utf16le'), 'TEXT_BINARY', 1],
    [Buffer.from('# T\n\0'), 'TEXT_BINARY', 4],
    [Buffer.from([0xed, 0xa0, 0x80]), 'TEXT_NOT_UTF8', 0],
    [Buffer.from([0x41, 0xe2, 0x82]), 'TEXT_NOT_UTF8', 1],
  ];
  for (const [content, code, offset] of cases) {
    const found = await scanOne('1.md', content);
    assert.equal(codeOf(found), code);
    assert.match(found.kind === 'rejected' ? found.message : '', new RegExp(`byte ${offset}\\b`));
  }
});

test('BOM, CRLF and lone CR do not change what is read, but they change the hash', async () => {
  const plain = await scanOne('x.md', '# Issue #5\n\ntext\n');
  for (const content of ['\ufeff# Issue #5\n\ntext\n', '# Issue #5\r\n\r\ntext\r\n', '# Issue #5\r\rtext\r']) {
    const found = await scanOne('x.md', content);
    assert.equal(idOf(found), '5');
    assert.notEqual(found.kind === 'finding' && found.sha256, plain.kind === 'finding' && plain.sha256);
  }
});

test('a file above the limit is rejected without being read, also a sparse one of 2 GB', async () => {
  using workspace = new Workspace().write({
    'docs/issues/1.md': '# T',
    'docs/issues/2.md': 'x'.repeat(1024 * 1024 + 1),
  });
  truncateSync(workspace.path('docs/issues/1.md'), 2 ** 31);
  const before = process.memoryUsage().rss;
  assert.deepEqual((await scan(workspace)).map(codeOf), ['FILE_TOO_LARGE', 'FILE_TOO_LARGE']);
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
});

test('a file of exactly the limit is read', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': '# T'.padEnd(1024 * 1024, ' x') });
  assert.deepEqual((await scan(workspace)).map(codeOf), ['accepted']);
});

test('links are followed inside the repository only, and never to hidden files', async () => {
  using outside = new Workspace().write({ 'secret.md': '# Issue #9' });
  using workspace = new Workspace().write({ 'docs/issues/1.md': '# T', 'docs/old/2.md': '# T', '.env': 'KEY=1' });
  const link = (target: string, name: string) => symlinkSync(target, workspace.path('docs/issues', name));
  link('../old/2.md', '2-inside.md');
  link(outside.path('secret.md'), '3-outside.md');
  link('nowhere.md', '4-dangling.md');
  link('5-loop.md', '5-loop.md');
  link('../../.env', '6-hidden.md');
  link('../old', '7-folder.md');
  const codes = (await scan(workspace)).map(codeOf);
  const expected = [
    'accepted',
    'accepted',
    'LINK_OUTSIDE',
    'LINK_BROKEN',
    'LINK_BROKEN',
    'LINK_OUTSIDE',
    'FILE_NOT_REGULAR',
  ];
  assert.deepEqual(codes, expected);
});

test('folders and sockets are rejected, and the good file beside them is found', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': '# T' });
  mkdirSync(workspace.path('docs/issues/2.md'));
  await using server = createServer().listen(workspace.path('docs/issues/3.md'));
  await new Promise((resolve) => server.on('listening', resolve));
  assert.deepEqual((await scan(workspace)).map(codeOf), ['accepted', 'FILE_NOT_REGULAR', 'FILE_NOT_REGULAR']);
});

testWith('mkfifo', 'eight FIFOs block nobody: each is rejected and the good file is found', async () => {
  using workspace = new Workspace().write({ 'docs/issues/9.md': '# T' });
  for (let n = 1; n <= 8; n += 1) spawnSync('mkfifo', [workspace.path(`docs/issues/${n}.md`)]);
  const codes = (await scan(workspace)).map(codeOf);
  assert.deepEqual(codes, [...Array.from({ length: 8 }, () => 'FILE_NOT_REGULAR'), 'accepted']);
});

test('README.md, dotfiles, names with an underscore in front and other endings are ignored', async () => {
  const names = ['README.md', 'readme.md', '.5.md', '_5.md', '5.txt', '5.md.bak', '5.MD'];
  using workspace = new Workspace().write(Object.fromEntries(names.map((name) => [`docs/issues/${name}`, '# T'])));
  assert.deepEqual(
    (await scan(workspace)).map(({ path }) => path),
    ['docs/issues/5.MD'],
  );
});

test('names with newlines, quotes and escapes are found as they are', async () => {
  const names = ['1-\n.md', '2-\'".md', '3-$(id)`id`.md', '4-\u001b[2J.md', '5-%s.md'];
  using workspace = new Workspace().write(
    Object.fromEntries(names.map((name) => [`docs/issues/${name}`, issueText('T')])),
  );
  assert.deepEqual((await scan(workspace)).map(idOf), ['1', '2', '3', '4', '5']);
});

test('front matter that is not YAML, repeats a key, or is a bomb is rejected', async () => {
  const bomb = `a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [${'*c,'.repeat(200)}]`;
  for (const head of ['id: [', 'id: 1\nid: 2', bomb, `x: ${'['.repeat(70_000)}`, 'x: '.padEnd(70_000, 'y')]) {
    assert.equal(codeOf(await scanOne('1.md', `---\n${head}\n---\n# T`)), 'FRONT_MATTER_INVALID', head.slice(0, 20));
  }
});

test('what is wrong with front matter is told by its line in the file', async () => {
  const found = await scanOne('1.md', '---\ntitle: T\nid: [\n---\n# T');
  assert.match(found.kind === 'rejected' ? found.message : '', /^front matter: .* at line 3, column \d+$/);
});

test('a heading inside a comment or preformatted text is none', async () => {
  for (const hidden of [
    '<!-- template\n# Title #12\n-->\n',
    '<pre>\n# Title #12\n</pre>\n',
    '~~~\n# Title #12\n~~~\n',
    '<!-- # Title #12 -->\n',
  ]) {
    assert.equal(idOf(await scanOne('x.md', `${hidden}\n# Real #13\n`)), '13', hidden);
  }
});

test('an id and an issue that differ, or an id that is no text, are refused', async () => {
  for (const head of ['id: 78\nissue: 79', 'id: [1]', 'id: {a: b}']) {
    assert.equal(codeOf(await scanOne('1.md', `---\n${head}\n---\n# T`)), 'FRONT_MATTER_INVALID', head);
  }
});

test('a name that is not UTF-8 says what to do', async () => {
  using workspace = new Workspace().write({ 'docs/issues/1.md': '# T' });
  writeFileSync(
    Buffer.concat([Buffer.from(workspace.path('docs/issues/2-')), Buffer.from([0xff]), Buffer.from('.md')]),
    '# T',
  );
  assert.deepEqual((await scan(workspace)).map(codeOf), ['accepted', 'NAME_NOT_UTF8']);
});

test('a ruler at the top is not front matter', async () => {
  assert.equal(idOf(await scanOne('7.md', '---\n# Not closed')), '7');
});
