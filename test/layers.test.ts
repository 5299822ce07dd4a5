import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { projectDir } from './workspace.ts';

/** The import law: a room may import itself, `model`, and what stands here. */
const law: Record<string, readonly string[]> = {
  model: [],
  store: ['parallel/credentials/store.ts'],
  redaction: [],
  prices: [],
  simulator: [],
  processes: [],
  secrets: ['processes'],
  proxies: ['secrets/secret-box.ts'],
  gateway: ['parallel', 'providers/wire', 'prices', 'proxies'],
  github: ['parallel/clock.ts', 'secrets/secret-box.ts', 'store/github-replies.ts', 'proxies/proxy-trouble.ts'],
  worktrees: ['processes'],
  parallel: ['processes'],
  governance: [],
  config: ['store'],
  sources: ['store', 'github'],
  plan: ['parallel/input-sanitizer.ts'],
  survey: [],
  frameworks: [],
  programs: ['processes'],
  sandbox: ['programs', 'processes'],
  providers: ['governance', 'programs'],
  agents: ['providers', 'programs', 'sandbox', 'store'],
  workflows: ['governance', 'store', 'worktrees', 'providers', 'survey', 'frameworks', 'agents', 'sandbox'],
  engines: ['parallel', 'store', 'workflows/workflow.ts', 'providers/provider.ts'],
  report: ['governance', 'plan/plan.ts'],
  'run.ts': ['engines/engine.ts', 'plan', 'sources/source.ts'],
  'index.ts': ['parallel', 'library'],
  library: ['*'],
  worker: ['*'],
  cli: ['*'],
};

/** What only some rooms may do: who reads the environment, starts processes, writes files or speaks. */
const privileges: { what: RegExp; rooms: readonly string[] }[] = [
  { what: /\bprocess\.env\b/, rooms: ['config'] },
  { what: /node:child_process/, rooms: ['parallel', 'processes', 'worktrees', 'secrets', 'programs', 'sandbox'] },
  { what: /node:https?'/, rooms: ['gateway', 'proxies', 'simulator', 'providers', 'programs'] },
  { what: /as Redacted/, rooms: ['redaction'] },
  {
    what: /\b(writeFileSync|writeFile|renameSync|mkdirSync|rmSync|unlinkSync|appendFileSync|chmodSync)\b/,
    rooms: ['store'],
  },
  { what: /\bconsole\b|process\.std(out|err)/, rooms: ['cli', 'report', 'worker'] },
  { what: /\bprocess\.exit\(/, rooms: ['worker', 'cli'] },
  { what: /\bhomedir\b|process\.env\.HOME/, rooms: [] },
  { what: /\bas any\b|: any\b|<any>/, rooms: [] },
];

const sources = globSync('**/*.ts', { cwd: join(projectDir, 'src') }).sort();
const textOf = (path: string) => readFileSync(join(projectDir, 'src', path), 'utf8');
const roomOf = (path: string) => path.split('/')[0] ?? '';

function importsOf(path: string): string[] {
  const specifiers = [...textOf(path).matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+\.ts)'/g)];
  return specifiers.map(([, target = '']) => normalize(join(dirname(path), target)));
}

test('imports only go down', () => {
  const broken = sources.flatMap((path) => {
    const allowed = law[roomOf(path)];
    assert.ok(allowed, `${path} lies in a room that the law does not know`);
    return importsOf(path)
      .filter((target) => roomOf(target) !== roomOf(path) && roomOf(target) !== 'model')
      .filter(
        (target) =>
          !allowed.some(
            (way) => way === '*' || way === roomOf(target) || way === target || target.startsWith(`${way}/`),
          ),
      )
      .map((target) => `${path} → ${target}`);
  });
  assert.deepEqual(broken, []);
});

test('no file imports itself by a detour', () => {
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(path), [...trail, path].join(' → '));
    if (done.has(path)) return;
    for (const target of importsOf(path)) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) walk(path, []);
});

test('only the rooms that may, read the environment, start processes, write files, speak or exit', () => {
  const broken = sources.flatMap((path) =>
    privileges
      .filter(({ what, rooms }) => !rooms.includes(roomOf(path)) && what.test(textOf(path)))
      .map(({ what }) => `${path}: ${what.source}`),
  );
  assert.deepEqual(broken, []);
});

test('no source file has more than 300 lines', () => {
  assert.deepEqual(
    sources.filter((path) => textOf(path).split('\n').length > 300),
    [],
  );
});

test('doors list what they let out, by name', () => {
  assert.deepEqual(
    sources.filter((path) => /export \*/.test(textOf(path))),
    [],
  );
});
