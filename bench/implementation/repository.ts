import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProgram } from '../requirements/batch.ts';
import type { BenchRepository } from '../requirements/repository.ts';

/** How long a job of each kind takes. */
interface AgentTimes {
  readonly writeTestsMs: number;
  readonly implementMs: number;
}

export interface Setup extends AgentTimes {
  readonly tasks: number;
}

const modules = 40;
const script = 'scripted:script.json';
/** What tests take; the rest of their command is a shell. */
const testSeconds = 0.05;
/** Every file of tests has its code: that is all it looks for. */
const testScript = `sleep ${testSeconds}
for test in test/*.test.mjs; do
  [ -e "$test" ] || continue
  name=\${test#test/}
  [ -e "src/\${name%.test.mjs}.mjs" ] || exit 1
done
`;

/** A repository with an approved design for each task, and agents that play their parts. */
export class ImplementationGround implements BenchRepository, Disposable {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-bench-')));
  readonly environment: Record<string, string> = {};

  static async open(setup: Setup): Promise<ImplementationGround> {
    const ground = new ImplementationGround();
    for (const [path, text] of Object.entries(listFiles(setup))) write(join(ground.folder, path), text);
    ground.git('init', '--quiet');
    ground.git('add', '--all');
    ground.git('commit', '--quiet', '--message', 'base');
    const designed = await runProgram(ground, ['requirements', '--parallel', '4', '--quiet']);
    if (designed.code !== 0) throw new Error(`no designs: ${designed.stderr.slice(-2000)}`);
    return ground;
  }

  git(...args: readonly string[]): string {
    const author = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false'];
    return execFileSync('git', [...author, ...args], { cwd: this.folder, stdio: 'pipe', encoding: 'utf8' });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The command without anything of ours around it. */
export function timeTests({ folder }: BenchRepository): number {
  const times = Array.from({ length: 9 }, () => {
    const startedAt = performance.now();
    execFileSync('sh', ['check.sh'], { cwd: folder, stdio: 'ignore' });
    return performance.now() - startedAt;
  });
  return times.sort((a, b) => a - b)[4] ?? 0;
}

function listFiles({ tasks, ...times }: Setup): Record<string, string> {
  const ids = Array.from({ length: tasks }, (_, at) => at + 1);
  const agents = Object.fromEntries(ids.map((id) => [id, playAgent(id, times)]));
  const settings = {
    drafter: 'offline:',
    reviewer: script,
    agent: script,
    testCommand: 'sh check.sh',
    maxParallel: 64,
  };
  const played = { '*': { review: [{ answer: 'APPROVED' }], 'review-code': [{ answer: 'APPROVED' }] } };
  return {
    'agentos.config.json': JSON.stringify(settings),
    'script.json': JSON.stringify({ schemaVersion: 1, tasks: played, agents }),
    'check.sh': testScript,
    'package.json': JSON.stringify({ name: 'pieces', type: 'module', scripts: { test: 'sh check.sh' } }),
    ...Object.fromEntries(Array.from({ length: modules }, (_, at) => [`src/base/module-${at}.mjs`, renderModule(at)])),
    ...Object.fromEntries(ids.map((id) => [`docs/issues/${id}.md`, renderIssue(id)])),
  };
}

function playAgent(id: number, { writeTestsMs, implementMs }: AgentTimes): object {
  const tests = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { value } from '../src/piece-${id}.mjs';

test('010 the value is ${id}', () => assert.equal(value(), ${id}));
`;
  const code = `export function value() {\n  return ${id};\n}\n`;
  const act = (waitMs: number, path: string, content: string) => [
    { ...(waitMs > 0 ? { waitMs } : {}), edits: [{ write: { path, content } }], finish: {} },
  ];
  return {
    'write-tests': act(writeTestsMs, `test/piece-${id}.test.mjs`, tests),
    implement: act(implementMs, `src/piece-${id}.mjs`, code),
  };
}

function renderIssue(id: number): string {
  const files = `A new file \`src/piece-${id}.mjs\` exports \`value()\`; its tests are the new file \`test/piece-${id}.test.mjs\`.`;
  return `# Piece ${id}\n\n${files}\n\n## Acceptance Criteria\n\n- [ ] \`value()\` returns ${id}\n`;
}

function renderModule(at: number): string {
  return Array.from({ length: 20 }, (_, line) => `export const value${at}x${line} = ${line};\n`).join('');
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
