import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CleanFlags } from '../../../src/cli/batch-flags.ts';
import { clean } from '../../../src/cli/commands/clean.ts';
import { answer } from '../../../src/cli/door.ts';
import { Redaction } from '../../../src/redaction/redaction.ts';
import type { Repository } from '../../worktrees/house.ts';

const dayMs = 24 * 60 * 60 * 1000;

interface Batch {
  readonly workflow?: 'requirements' | 'implement' | 'run';
  /** How each task ended; null: it did not. */
  readonly tasks: Readonly<Record<string, 'done' | 'failed' | null>>;
  readonly daysOld: number;
  readonly exitCode?: number | null;
  readonly repoDir?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Writes a journal as a batch would have left it. */
export function writeBatch(repository: Repository, name: string, batch: Batch): void {
  const { workflow = 'implement', tasks, daysOld, exitCode = 0, repoDir = repository.dir, settings = {} } = batch;
  const at = Date.now() - daysOld * dayMs;
  const planned = Object.keys(tasks).map((id) => ({ id, workflow, outputPath: 'out.md', title: id }));
  const ends = Object.entries(tasks).flatMap(([task, fate]) => [
    { kind: 'task-started', task },
    ...(fate === 'done' ? [{ kind: 'task-done', task, files: filesOf(task), runningMs: 1 }] : []),
    ...(fate === 'failed' ? [{ kind: 'task-failed', task, failure: { code: 'gate', message: '' }, runningMs: 1 }] : []),
  ]);
  const started = { kind: 'batch-started', workflow, parallel: 1, tasks: planned, skipped: [], rejected: [] };
  const events = [
    { ...started, settings, places: [], repoDir, roots: [], isFresh: false },
    ...ends,
    ...(exitCode === null ? [] : [{ kind: 'batch-ended', exitCode, reason: null }]),
  ];
  const lines = events.map((event, index) =>
    JSON.stringify({ schemaVersion: 1, at, sequence: index + 1, traceId: 't', spanId: 's', ...event }),
  );
  repository.workspace.write({
    [`.agentos/batches/${name}/journal.ndjson`]: `${lines.join('\n')}\n`,
    [`.agentos/batches/${name}/logs/1.log`]: 'said something\n',
  });
}

function filesOf(task: string) {
  return [{ path: `docs/lineage/${task}-impl/evidence.json`, sha256: `hash of ${task}`, replaces: null }];
}

/** A file of that age, as far as anybody can tell by looking at it. */
export function writeOld(path: string, daysOld: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const at = (Date.now() - daysOld * dayMs) / 1000;
  utimesSync(path, at, at);
}

/** Runs the command in the repository; `report` is its one document. */
export async function runClean(repository: Repository, flags: CleanFlags = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const door = {
    cwd: repository.dir,
    redaction: new Redaction(),
    stdout: { write: (text: string) => out.push(text) },
    stderr: { write: (text: string) => err.push(text) },
  };
  const code = await answer(door, true, async () => await clean(door, { json: true, ...flags }));
  const [stdout, stderr] = [out.join(''), err.join('')];
  const report = flags.json === false ? null : JSON.parse(stdout);
  const names = (list: string) =>
    (report[list] ?? []).map((item: { kind: string; name: string }) => `${item.kind} ${item.name}`).sort();
  return { code, stdout, stderr, report, names };
}
