import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRandom } from '../random.ts';
import { runManyTasks } from './many-tasks.ts';
import { compileShim, type FaultMode } from './shim.ts';
import { type Injection, inject, openSweep, type Sweep } from './sweep.ts';

/**
 * The long sweep: a batch of six tasks, broken at every state-changing call, gone on with, and compared with the
 * undisturbed one. `npm run test:faults -- --modes kill-all --from 300 --to 310` looks at a part of it,
 * `-- --modes none --many 10000` at a large batch.
 */
const { values } = parseArgs({
  options: {
    modes: { type: 'string', default: '' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '' },
    stride: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '50' },
    many: { type: 'string', default: '' },
  },
});

interface Work {
  readonly mode: FaultMode;
  readonly at: number;
  readonly againAt: number | null;
}

/** How densely each kind of fault is swept: every call for kills, a fixed stride for the rest. */
const strides: Readonly<Partial<Record<FaultMode, number>>> = {
  'kill-all': 1,
  'kill-worker': 1,
  'kill-torn': 5,
  'eio-once': 7,
  'eio-from': 13,
  'enospc-once': 11,
  'enospc-from': 7,
  'erofs-from': 41,
  'short-once': 31,
  'short-from': 97,
};
const doubleKills = 100;
/** The number of calls differs a little from run to run. */
const spare = 1.06;

/** Kills of a batch that was killed before are no mode of the shim; `none` leaves room for `--many` alone. */
const otherModes = ['double', 'none'];
const modes = readModes(values.modes);

/** Memory, if there is a file system of it: a flush costs nothing there, and counts all the same. */
const base = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentos-faults-'));
const sweep = await openSweep(compileShim(base), base);
const work = planWork(sweep);
const deadline = performance.now() + Number(values.minutes) * 60_000;
const results: Injection[] = [];
say(
  `${sweep.calls} calls in an undisturbed batch, ${sweep.workerCalls} of them by workers; ${work.length} faults; seed ${values.seed}`,
);
await Promise.all(Array.from({ length: Number(values.jobs) }, () => workOff()));
const many = await runMany();
report();

async function workOff(): Promise<void> {
  for (let next = work.shift(); next !== undefined && performance.now() < deadline; next = work.shift()) {
    const { againAt, ...fault } = next;
    const result = await inject(sweep, fault, againAt);
    results.push(result);
    if (result.violations.length > 0) say(describe(result));
    if (results.length % 100 === 0) say(`${results.length} of ${results.length + work.length} …`);
  }
}

/** A word that means nothing would test nothing, and look like success. */
function readModes(text: string): string[] {
  const known = [...Object.keys(strides), ...otherModes];
  if (text === '') return known;
  const asked = text.split(',');
  const unknown = asked.filter((mode) => !known.includes(mode));
  if (unknown.length === 0) return asked;
  process.stderr.write(`--modes: unknown: ${unknown.join(', ')}; there are ${known.join(', ')}\n`);
  process.exit(2);
}

/** Part of the whole, or asked for by number. */
async function runMany(): Promise<number> {
  const count = values.many === '' && values.modes === '' ? 1_000 : Number(values.many);
  if (count === 0) return 0;
  const { violations, seconds, peakMb } = await runManyTasks(count, base);
  say(`${count} tasks, killed once: ${seconds} s, coordinator at most ${peakMb} MB`);
  for (const violation of violations.slice(0, 8)) say(`    ${violation}`);
  return violations.length;
}

function planWork({ calls, workerCalls }: Sweep): Work[] {
  const lastOf = (mode: string) =>
    values.to === '' ? Math.ceil((mode === 'kill-worker' ? workerCalls : calls) * spare) : Number(values.to);
  const single = Object.entries(strides)
    .filter(([mode]) => modes.includes(mode))
    .flatMap(([mode, stride]) =>
      listNumbers(lastOf(mode), values.stride === '' ? stride : Number(values.stride), mode),
    );
  const random = makeRandom(Number(values.seed));
  const double = Array.from({ length: modes.includes('double') ? doubleKills : 0 }, () => ({
    mode: 'kill-all' as const,
    at: 1 + Math.floor(random() * calls),
    againAt: 1 + Math.floor(random() * calls * 0.6),
  }));
  return [...double, ...single];
}

function listNumbers(last: number, stride: number, mode: string): Work[] {
  const first = Number(values.from);
  const count = Math.max(0, Math.floor((last - first) / stride) + 1);
  return Array.from({ length: count }, (_, step) => ({
    mode: parseMode(mode),
    at: first + step * stride,
    againAt: null,
  }));
}

function parseMode(mode: string): FaultMode {
  const known = Object.keys(strides).find((one) => one === mode);
  if (known === undefined) throw new Error(`unknown mode ${mode}`);
  // A key of the table above is a mode.
  return known as FaultMode;
}

/** Small, and the same for the same seed. */
function describe({ fault, againAt, met, exitCode, violations, folder }: Injection): string {
  const again = againAt === null ? '' : `, again at ${againAt}`;
  const lines = violations.slice(0, 8).map((violation) => `    ${violation}`);
  return [`${fault.mode} at ${fault.at}${again}: exit ${exitCode}, met ${met}; kept in ${folder}`, ...lines].join('\n');
}

function report(): void {
  const kinds = Map.groupBy(results, ({ fault, againAt }) => (againAt === null ? fault.mode : 'kill-all twice'));
  say('mode             faults  met  wrong  exit codes');
  for (const [kind, own] of kinds) say(renderRow(kind, own));
  const wrong = results.filter(({ violations }) => violations.length > 0).length;
  if (work.length > 0) say(`Stopped after ${values.minutes} minutes: ${work.length} faults were not tried.`);
  say(wrong === 0 ? 'No promise was broken.' : `${wrong} of ${results.length} faults broke a promise.`);
  if (wrong + many === 0) rmSync(base, { recursive: true });
  process.exitCode = wrong + many > 0 || work.length > 0 ? 1 : 0;
}

function renderRow(kind: string, own: readonly Injection[]): string {
  const met = own.filter((one) => one.met !== null).length;
  const wrong = own.filter(({ violations }) => violations.length > 0).length;
  const codes = [...Map.groupBy(own, ({ exitCode }) => exitCode ?? 'killed')].map(
    ([code, all]) => `${code}×${all.length}`,
  );
  const cell = (value: unknown, width: number) => String(value).padStart(width);
  return `${kind.padEnd(15)} ${cell(own.length, 7)} ${cell(met, 4)} ${cell(wrong, 6)}  ${codes.sort().join(' ')}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
