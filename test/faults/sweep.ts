import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkRepository } from './checker.ts';
import { compareDigests, type Digest, makeDigest } from './digest.ts';
import { readFates } from './journals.ts';
import { type Ending, findProcesses, runAgentos, waitFor } from './processes.ts';
import { armFault, type Fault, type Reading } from './shim.ts';
import { command, commandFor, readWholeLedger, rejectedTask, sixTasks, writeSixTasks } from './six-tasks.ts';

/** Where a sweep works, and what the undisturbed batch left. */
export interface Sweep {
  readonly shim: string;
  readonly base: string;
  readonly digest: Digest;
  readonly ledger: ReadonlyMap<string, number>;
  readonly calls: number;
  readonly workerCalls: number;
}

export interface Injection {
  readonly fault: Fault;
  /** A second fault of the same kind, during the resume. */
  readonly againAt: number | null;
  /** The call that the fault met; null if the batch was over before. */
  readonly met: string | null;
  readonly exitCode: number | null;
  readonly violations: readonly string[];
  /** Kept if something was wrong. */
  readonly folder: string | null;
}

interface Site {
  readonly folder: string;
  readonly repo: string;
}

/** Runs the batch undisturbed, with every call counted. */
export async function openSweep(shim: string, base: string): Promise<Sweep> {
  const site = makeSite(base);
  const { ending, reading } = await runWith(shim, site, { mode: 'count', at: 0 }, command);
  const wrong = checkRepository(site.repo, 'over');
  if (ending.code !== 1 || wrong.length > 0)
    throw new Error(`the undisturbed run: ${wrong.join('; ')} ${ending.stderr}`);
  const { calls, workerCalls } = reading;
  const sweep = { shim, base, digest: makeDigest(site.repo), ledger: readWholeLedger(site.repo), calls, workerCalls };
  rmSync(site.folder, { recursive: true });
  return sweep;
}

/** One fault in one batch: what breaks a promise right after it, and after the batch was gone on with. */
export async function inject(sweep: Sweep, fault: Fault, againAt: number | null): Promise<Injection> {
  const site = makeSite(sweep.base);
  const { ending, reading } = await runWith(sweep.shim, site, fault, command);
  const isKill = fault.mode.startsWith('kill-');
  const hasStarted = readWholeLedger(site.repo).size > 0;
  const violations = [...checkEnding(fault, ending, hasStarted), ...(await checkProcesses(site))];
  violations.push(...checkRepository(site.repo, 'interrupted').map((what) => `before the resume: ${what}`));
  if (againAt !== null) await runWith(sweep.shim, site, { ...fault, at: againAt }, ['resume']);
  violations.push(...(await recover(site, !isKill)), ...checkRepository(site.repo, 'over'));
  violations.push(...compareDigests(sweep.digest, makeDigest(site.repo)), ...(await checkProcesses(site)));
  violations.push(...compareLedgers(sweep.ledger, readWholeLedger(site.repo), mostExtra(fault, againAt)));
  if (violations.length === 0) rmSync(site.folder, { recursive: true });
  const folder = violations.length === 0 ? null : site.folder;
  return { fault, againAt, met: reading.met, exitCode: ending.code, violations, folder };
}

function makeSite(base: string): Site {
  const folder = realpathSync(mkdtempSync(join(base, 'fault-')));
  const repo = join(folder, 'repo');
  mkdirSync(repo);
  writeSixTasks(repo);
  return { folder, repo };
}

async function runWith(
  shim: string,
  { folder, repo }: Site,
  fault: Fault,
  args: readonly string[],
): Promise<{ ending: Ending; reading: Reading }> {
  const armed = armFault(shim, folder, repo, fault);
  const ending = await runAgentos(args, { cwd: repo, env: armed.env });
  return { ending, reading: armed.read() };
}

/** Workers of a killed coordinator end with it, but not in the same instant. */
async function checkProcesses({ folder }: Site): Promise<string[]> {
  try {
    await waitFor('the end of every process', () => findProcesses(folder).length === 0, 5_000);
    return [];
  } catch {
    return [`processes ${findProcesses(folder).join(', ')} are alive`];
  }
}

/** A batch of six of which one is rejected ends with 1. A failing disk is told with 74, or with 2 if nothing was started. */
function checkEnding({ mode }: Fault, { code, signal, stderr }: Ending, hasStarted: boolean): string[] {
  const isKill = mode.startsWith('kill-');
  const isTold = code === 74 || (code === 2 && !hasStarted);
  const isExpected = code === 1 || (isKill ? signal === 'SIGKILL' : isTold);
  if (!isExpected) return [`exit ${code ?? signal}: ${stderr.slice(-600)}`];
  return /\n\s+at .*:\d+:\d+\)?\n/.test(stderr) ? [`a stack trace: ${stderr.slice(-900)}`] : [];
}

/** What a user does afterwards: resume; the command again if there was no batch yet, or for tasks that had failed. */
async function recover({ repo, folder }: Site, mayRetry: boolean): Promise<string[]> {
  const env = { PATH: `${join(folder, 'programs-of-nobody')}:${process.env['PATH']}` };
  const resumed = await runAgentos(['resume'], { cwd: repo, env });
  const isNothing = resumed.code === 2 && /no batch has run|stopped before it began/.test(resumed.stderr);
  if (isNothing) {
    const { code, stderr } = await runAgentos(command, { cwd: repo, env });
    return code === 1 ? [] : [`the command again: exit ${code}: ${stderr.slice(-300)}`];
  }
  if (resumed.code !== 0 && resumed.code !== 1) return [`resume: exit ${resumed.code}: ${resumed.stderr.slice(-600)}`];
  const fates = readFates(repo);
  const left = sixTasks.filter((id) => id !== rejectedTask && fates.get(id) !== 'done');
  const again = fates.get(rejectedTask)?.startsWith('failed') ? [...left, rejectedTask] : left;
  if (again.length === 0 || !mayRetry) return [];
  const retried = await runAgentos(commandFor(again), { cwd: repo, env });
  return retried.code === 0 || retried.code === 1 ? [] : [`retry: exit ${retried.code}: ${retried.stderr.slice(-300)}`];
}

interface Bound {
  readonly ofTask: number;
  readonly inAll: number;
}

/** A kill repeats the step in flight of each task that was running; so does a disk that fails. */
function mostExtra({ mode }: Fault, againAt: number | null): Bound {
  const times = againAt === null ? 1 : 2;
  if (mode === 'kill-worker') return { ofTask: 1, inAll: 1 };
  if (mode.startsWith('short-')) return { ofTask: 0, inAll: 0 };
  return { ofTask: times, inAll: 3 * times };
}

function compareLedgers(
  reference: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
  { ofTask, inAll }: Bound,
): string[] {
  const calls = [...new Set([...reference.keys(), ...found.keys()])];
  const extras = calls.map((call) => ({ call, extra: (found.get(call) ?? 0) - (reference.get(call) ?? 0) }));
  const missing = extras.filter(({ extra }) => extra < 0).map(({ call }) => `the call "${call}" is missing`);
  const perTask = Map.groupBy(extras, ({ call }) => call.split(' ')[0]);
  const tooMany = [...perTask].flatMap(([task, own]) => {
    const sum = own.reduce((total, { extra }) => total + extra, 0);
    return sum > ofTask ? [`task ${task} repeated ${sum} calls`] : [];
  });
  const total = extras.reduce((sum, { extra }) => sum + extra, 0);
  return [...missing, ...tooMany, ...(total > inAll ? [`${total} calls were repeated in all`] : [])];
}
