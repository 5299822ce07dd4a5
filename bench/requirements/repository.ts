import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makePart, renderSignature, renderType } from './models/design-parts.ts';
import { type BenchScope, drafter, reviewer } from './scopes.ts';

/** A repository with sources, issues and a config whose credentials lead to the simulator. */
export interface BenchRepository {
  readonly folder: string;
  /** The keys, for the environment of whoever runs there. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface RepositorySetup {
  readonly folder: string;
  readonly origin: string;
  readonly issues: number;
  readonly modules: number;
  readonly scopes: readonly Pick<BenchScope, 'id' | 'provider' | 'concurrency'>[];
  readonly keys: Readonly<Record<string, string>>;
}

export function makeRepository({ folder, origin, issues, modules, scopes, keys }: RepositorySetup): BenchRepository {
  const variableOf = (id: string) => `BENCH_KEY_${id.replaceAll('-', '_').toUpperCase()}`;
  const credentials = Object.fromEntries(
    scopes.map(({ id, provider, concurrency }) => [
      id,
      { provider, scope: id, secret: `env:${variableOf(id)}`, baseUrl: origin, limits: { concurrency } },
    ]),
  );
  const files: Record<string, string> = {
    'agentos.config.json': JSON.stringify({ drafter, reviewer, credentials }),
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({ name: 'records', type: 'module', scripts: { test: 'node --test' } }),
    'README.md': '# Records\n\nMoves records from their source to pages, part by part.\n',
  };
  for (let at = 0; at < modules; at += 1) files[`src/records/module-${at}.ts`] = renderModule(at);
  for (let at = 1; at <= issues; at += 1) files[`docs/issues/${at}-records.md`] = renderIssue(at);
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  commitAll(folder);
  const environment = Object.fromEntries(scopes.map(({ id }) => [variableOf(id), keys[id] ?? '']));
  return { folder, environment };
}

function renderModule(at: number): string {
  const part = makePart(at);
  return [
    `import type { Store } from './module-${Math.max(0, at - 1)}.ts';`,
    'export interface Store {\n  read(key: string): string | null;\n  write(key: string, value: string): void;\n}',
    `export ${renderType(part)}`,
    `${renderSignature(part).replace('function', 'export declare function')}`,
    `export function open${at}(store: Store, options: { maxRecords: number; timeoutMs: number }): Store {`,
    `  if (options.maxRecords < ${at + 1}) throw new Error('RECORD_REFUSED');\n  return store;\n}`,
    '',
  ].join('\n');
}

function renderIssue(number: number): string {
  return `# Move the records of group ${number} in parts

## Story

As somebody who keeps records, I want them to pass through parts in a fixed order, so that I can tell for each record of
group ${number} where it is and what was done to it. Today one script does everything: when it stops in the middle, nobody
knows which records it has handled, and it starts again from the first. Twice this year records were written twice.

## Acceptance Criteria

- [ ] Each record of group ${number} passes every part once, also after a restart
- [ ] A record that a part refuses is named, and stops no other
- [ ] A page is whole or absent, whenever the flow is stopped
- [ ] Each part is a file below \`src/flow/\` with tests of its own
- [ ] \`src/records/module-${number % 7}.ts\` keeps its signatures

## Notes

The store of \`src/records/module-1.ts\` is read and written as it is. No dependency is to be added. Pages hold at most 500
records, and a flow of 100,000 records must not need more memory than one of 1,000.
`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function commitAll(folder: string): void {
  const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false'];
  const git = (...args: string[]) => execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'records');
}
