import type { TruthEntry } from '../../src/simulator/setup.ts';
import { cpuUntil, type ProgramEnd, runProgram } from './batch.ts';
import { computeBounds, lowerBoundMs } from './bound.ts';
import type { Figure } from './figure.ts';
import { Ground } from './ground.ts';
import { measureBarePipe, measurePortkey } from './passing-on.ts';
import type { Told } from './processes/provider.ts';
import { scopes } from './scopes.ts';
import { drawWork, type TaskWork, timeScale } from './work.ts';

const parallel = 10;
const seed = 5;
const leastRatio = 0.9;
const mostCpuMs = 5;
/** Of what a gateway that many use takes for passing a call on, and nothing else. */
const mostTimesPeer = 2;
/** A design of some 220 lines. */
const parts = 5;
const modules = 24;
const pipedCalls = 300;

export interface BatchMeasurement {
  readonly issues: number;
  readonly reviseSeconds: number;
  /** What a gateway that many use takes for a call is measured, too. */
  readonly hasPeers: boolean;
}

/** A batch of issues from its first call to its last answer, against what nobody could undercut. */
export async function measureMakespan({ issues, reviseSeconds, hasPeers }: BatchMeasurement): Promise<Figure[]> {
  const work = drawWork(seed, issues, reviseSeconds);
  using ground = await Ground.open({ scopes, work, size: { parts }, modules, timeScale });
  const end = await runProgram(ground.repository, ['requirements', '--parallel', String(parallel), '--json']);
  const told = await ground.ask<Told>({ kind: 'tell' });
  const linted = await runProgram(ground.repository, ['lint', 'docs/lld/active', '--json']);
  const barePipeMs = await measureBarePipe(pipedCalls);
  const passingOn = { barePipeMs, ...(hasPeers ? { portkeyMs: await measurePortkey(pipedCalls) } : {}) };
  return makeFigures({ work, told, end, passingOn, trouble: findTrouble(work, told.log, end, linted) });
}

/** What a call takes in processes that only pass it on. */
interface PassingOn {
  readonly barePipeMs: number;
  readonly portkeyMs?: number;
}

/** All that is known when a batch is over. */
interface Measured {
  readonly work: readonly TaskWork[];
  readonly told: Told;
  readonly end: ProgramEnd;
  readonly passingOn: PassingOn;
  readonly trouble: string | null;
}

function makeFigures(measured: Measured): Figure[] {
  const { told, passingOn, trouble } = measured;
  const answered = told.log.filter(({ kind }) => kind === 'answered').toSorted((a, b) => a.endAt - b.endAt);
  const startAt = Math.min(...told.log.map((entry) => entry.startAt));
  const ends = answered.map(({ endAt }) => endAt);
  const cpu = judgeCpu(measured, startAt, ends);
  const { portkeyMs } = passingOn;
  return [
    judgeShare(measured, (ends.at(-1) ?? startAt) - startAt, ends.length),
    cpu,
    ...(portkeyMs === undefined ? [] : [compareWithPeer(cpu.measured, portkeyMs, trouble)]),
  ];
}

function judgeShare({ work, told, end, trouble }: Measured, tookMs: number, calls: number): Figure {
  const bounds = computeBounds(work, scopes, parallel);
  const boundMs = lowerBoundMs(bounds);
  const refused429 = told.log.filter(({ status }) => status === 429).length;
  return {
    what: `${work.length} issues, --parallel ${parallel}: share of the lower bound`,
    measured: boundMs / tookMs,
    limit: leastRatio,
    isMost: false,
    unit: '×',
    trouble,
    raw: { boundMs, tookMs, wholeCommandMs: end.wallMs, calls, refused429, ...bounds },
  };
}

/** Between the first call and the last answer: what a start takes, once, is no part of a call. */
function judgeCpu({ told, end, passingOn, trouble }: Measured, startAt: number, ends: readonly number[]): Figure {
  const calls = ends.length;
  const endAt = ends.at(-1) ?? startAt;
  const coordinatorCpuMs = cpuUntil(end, endAt) - cpuUntil(end, startAt);
  // V8 runs most code slowly until it has run some hundred times.
  const later = ends.slice(calls / 2);
  const laterCpuMs = cpuUntil(end, endAt) - cpuUntil(end, later[0] ?? endAt);
  const wholeCpuMs = cpuUntil(end, Number.POSITIVE_INFINITY);
  const callMs = coordinatorCpuMs / calls;
  return {
    what: 'processor time of the coordinator for each model call',
    measured: callMs,
    limit: mostCpuMs,
    isMost: true,
    unit: 'ms',
    trouble,
    raw: {
      calls,
      ...passingOn,
      timesBarePipe: callMs / passingOn.barePipeMs,
      callOfSecondHalfMs: laterCpuMs / (later.length - 1),
      coordinatorCpuMs,
      wholeCpuMs,
      workersCpuMs: end.treeCpuMs - wholeCpuMs,
      providersCpuMs: told.cpuMs,
    },
  };
}

/** What all that we do for a call takes, against a gateway that passes it on, in the same minutes. */
function compareWithPeer(callMs: number, portkeyMs: number, trouble: string | null): Figure {
  return {
    what: 'processor time of the coordinator for each model call ÷ what Portkey takes to pass it on',
    measured: callMs / portkeyMs,
    limit: mostTimesPeer,
    isMost: true,
    unit: '×',
    trouble,
    raw: { callMs, portkeyMs },
  };
}

/** A figure of a batch that did not do its work is none. */
function findTrouble(
  work: readonly TaskWork[],
  log: readonly TruthEntry[],
  end: ProgramEnd,
  linted: ProgramEnd,
): string | null {
  if (end.code !== 0) return `the batch ended with ${end.code}: ${end.stderr.slice(-2000)}`;
  const { counts }: { readonly counts: { readonly done: number } } = JSON.parse(end.stdout);
  if (counts.done !== work.length) return `only ${counts.done} of ${work.length} were approved`;
  const { files }: { readonly files: readonly unknown[] } = JSON.parse(linted.stdout);
  if (linted.code !== 0 || files.length !== work.length) return `lint: ${linted.code}, ${files.length} files`;
  const wanted = work.reduce((sum, { rounds }) => sum + 1 + rounds * 2, 0);
  const answered = log.filter(({ kind }) => kind === 'answered').length;
  return answered === wanted ? null : `${answered} calls were answered, ${wanted} were planned`;
}
