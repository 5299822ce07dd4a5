import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dryRun } from './dry-run.ts';
import { dryRunMemory } from './dry-run-memory.ts';
import { dryRunScale } from './dry-run-scale.ts';
import { durableStep, normalStep } from './durable-step.ts';
import { durableTask } from './durable-task.ts';
import { gateway } from './gateway.ts';
import { handOver } from './hand-over.ts';
import { help } from './help.ts';
import { interrupt } from './interrupt.ts';
import { lintGrowth } from './lint-growth.ts';
import { lintHostile } from './lint-hostile.ts';
import { manyTasks } from './many-tasks.ts';
import { type Figure, isMet, type Measurement } from './measurement.ts';
import { coldOccupancy, warmOccupancy } from './occupancy.ts';
import { prefixing, redactedPrefixing } from './prefixing.ts';
import { redaction } from './redaction.ts';
import { resume } from './resume.ts';
import { sandbox } from './sandbox.ts';
import { survey } from './survey.ts';
import { renderTable } from './table.ts';
import { readyMemory, taskMemory, workerStart } from './workers.ts';
import { worktrees } from './worktrees.ts';

const all: readonly Measurement[] = [
  help,
  dryRun,
  dryRunMemory,
  dryRunScale,
  lintGrowth,
  lintHostile,
  prefixing,
  redactedPrefixing,
  durableStep,
  normalStep,
  workerStart,
  readyMemory,
  taskMemory,
  handOver,
  durableTask,
  warmOccupancy,
  coldOccupancy,
  manyTasks,
  interrupt,
  resume,
  gateway,
  redaction,
  survey,
  worktrees,
  sandbox,
];

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const figures = chooseMeasurements(positionals).map(measureInOwnFolder);
process.stdout.write(values.json ? `${JSON.stringify({ figures }, null, 2)}\n` : renderTable(figures));
process.exitCode = figures.every(isMet) ? 0 : 1;

function chooseMeasurements(names: readonly string[]): readonly Measurement[] {
  const unknown = names.find((name) => !all.some((measurement) => measurement.name === name));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${all.map(({ name }) => name).join(', ')}`);
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
}

function measureInOwnFolder({ name, measure }: Measurement): Figure {
  process.stderr.write(`measuring ${name} …\n`);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-bench-')));
  try {
    return measure(folder);
  } catch (error) {
    return { what: name, measured: Number.NaN, limit: 0, unit: '×', trouble: String(error), raw: {} };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
