import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { listNeededPaths } from '../../src/sandbox/needed-paths.ts';
import { Workspace } from '../workspace.ts';

function withLinks(home: Workspace, links: Readonly<Record<string, string>>): Workspace {
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(home.path(link)), { recursive: true });
    symlinkSync(target, home.path(link));
  }
  return home;
}

/** By their names below the home. */
function list(
  home: Workspace,
  path: readonly string[],
  programs: readonly string[],
  untrusted: readonly string[] = [],
) {
  const full = (names: readonly string[]) => names.map((name) => home.path(name));
  const needs = {
    programs: full(programs),
    pathVariable: ['/usr/bin', 'relative/bin', '', ...full(path)].join(':'),
    home: home.dir,
    untrusted: full(untrusted),
  };
  return listNeededPaths(needs, [home.dir, '/run'])
    .map((needed) => needed.slice(home.dir.length + 1))
    .sort();
}

test('of a folder of programs what belongs to it is needed, and nothing beside it', () => {
  using home = new Workspace().write({
    '.nvm/versions/v24/bin/node': '',
    '.nvm/versions/v22/bin/node': '',
    'bin/mine': '',
    '.pyenv/shims/python': '',
    'project/node_modules/.bin/tool': '',
    'letters/secret': '',
  });
  const path = ['.nvm/versions/v24/bin', 'bin', '.pyenv/shims', 'project/node_modules/.bin', 'missing/bin'];
  assert.deepEqual(list(home, path, []), ['.nvm/versions/v24', '.pyenv', 'bin', 'project/node_modules']);
});

test('where the links of a folder of programs lead is needed: of a shared place only their part', () => {
  using home = new Workspace().write({
    '.local/share/pipx/venvs/black/bin/black': '',
    '.local/share/keyrings/login': '',
    '.local/lib/python3/site': '',
  });
  withLinks(home, { '.local/bin/black': '../share/pipx/venvs/black/bin/black', '.local/bin/broken': 'nowhere' });
  const needed = list(home, ['.local/bin'], []);
  assert.ok(
    ['.local/bin', '.local/lib', '.local/share/pipx'].every((path) => needed.includes(path)),
    needed.join(),
  );
  assert.ok(needed.every((path) => path.startsWith('.local/bin') || /^\.local\/(lib|share\/pipx)/.test(path)));
});

test('a toolchain that keeps its parts in two folders has both', () => {
  using home = new Workspace().write({ '.cargo/bin/cargo': '', '.rustup/toolchains/x': '' });
  assert.deepEqual(list(home, ['.cargo/bin'], []), ['.cargo', '.rustup']);
});

test('a program is needed with its folder, and with that in which it really lies', () => {
  using home = new Workspace().write({ 'opt/agent/agent.js': '' });
  withLinks(home, { 'tools/agent': '../opt/agent/agent.js' });
  assert.deepEqual(list(home, [], ['tools/agent']), ['opt/agent', 'opt/agent/agent.js', 'tools', 'tools/agent']);
});

test('links in a folder that somebody else may change show nothing', () => {
  using home = new Workspace().write({ '.ssh/id': '', 'private/bin/run': '', 'tree/a': '' });
  withLinks(home, {
    'tree/node_modules/.bin/key': home.path('.ssh/id'),
    'tree/node_modules/.bin/test': home.path('private/bin/run'),
    'tree/bin': home.path('private/bin'),
  });
  const path = ['tree/node_modules/.bin', 'tree/bin'];
  assert.deepEqual(list(home, path, ['tree/node_modules/.bin/test'], ['tree']), []);
});
