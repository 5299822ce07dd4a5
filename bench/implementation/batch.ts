import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../src/model/event.ts';
import type { Evidence } from '../../src/workflows/implementation/evidence.ts';
import { cpuUntil, type ProgramEnd, runProgram } from '../requirements/batch.ts';
import type { BenchRepository } from '../requirements/repository.ts';

/** A batch of implementations, and what it did. */
export interface RanBatch extends ProgramEnd {
  readonly tasks: number;
  /** Of the program's own process alone. */
  readonly coordinatorCpuMs: number;
  /** How often the test command ran, over all tasks. */
  readonly testRuns: number;
  /** From the first start of a task to the last end. */
  readonly tasksMs: number;
  /** From its start to its end, of each task. */
  readonly taskMs: readonly number[];
  /** Of the steps and calls that finished, by their names without numbers, over all tasks. */
  readonly stepMs: Readonly<Record<string, number>>;
  readonly isConfined: boolean;
  /** A figure of a batch that did not do its work is none. */
  readonly trouble: string | null;
}

export async function runBatch(
  repository: BenchRepository,
  ids: readonly number[],
  parallel: number,
): Promise<RanBatch> {
  const named = ids.map(String);
  const args = ['implement', ...named, '--accept-offline', '--parallel', String(parallel), '--json'];
  const end = await runProgram(repository, args);
  const evidence = named.flatMap((id) => readEvidence(repository, id));
  const journal = readJournal(repository);
  const done = evidence.length;
  const trouble = end.code === 0 && done === ids.length ? null : `exit ${end.code}, ${done} of ${ids.length} done`;
  return {
    ...end,
    tasks: ids.length,
    coordinatorCpuMs: cpuUntil(end, Number.POSITIVE_INFINITY),
    testRuns: evidence.reduce((sum, { commands }) => sum + commands.length, 0),
    ...measureTasks(journal),
    stepMs: addSteps(journal),
    isConfined: evidence.every(({ sandbox }) => sandbox.level === 'bwrap'),
    trouble: trouble === null ? null : `${trouble}: ${end.stderr.slice(-1500)}`,
  };
}

function readEvidence({ folder }: BenchRepository, id: string): Evidence[] {
  const path = join(folder, `docs/lineage/${id}-impl/evidence.json`);
  return existsSync(path) ? [JSON.parse(readFileSync(path, 'utf8'))] : [];
}

/** Of the last batch. */
function readJournal({ folder }: BenchRepository): JournalEntry[] {
  const batches = join(folder, '.agentos/batches');
  const last = readdirSync(batches).sort().at(-1) ?? '';
  const lines = readFileSync(join(batches, last, 'journal.ndjson'), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function measureTasks(journal: readonly JournalEntry[]): Pick<RanBatch, 'tasksMs' | 'taskMs'> {
  const starts = new Map<string, number>();
  const ends: number[] = [];
  const taskMs: number[] = [];
  for (const entry of journal) {
    if (entry.kind === 'task-started') starts.set(entry.task, entry.at);
    if (entry.kind !== 'task-done') continue;
    ends.push(entry.at);
    taskMs.push(entry.at - (starts.get(entry.task) ?? 0));
  }
  return { tasksMs: Math.max(...ends) - Math.min(...starts.values()), taskMs };
}

function addSteps(journal: readonly JournalEntry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const entry of journal) {
    if (entry.kind !== 'step-done') continue;
    const name = entry.step.replace(/[#:/ ].*$/, '');
    sums[name] = (sums[name] ?? 0) + entry.ms;
  }
  return sums;
}
