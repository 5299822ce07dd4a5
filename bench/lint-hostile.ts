import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeGitRepository } from './git-repository.ts';
import { hostileDocuments } from './hostile-documents.ts';
import type { Measurement } from './measurement.ts';
import { agentosBin } from './timed-process.ts';

const limitSeconds = 10;
const stopAfterSeconds = 2 * limitSeconds;

/** How many of the slowest documents are named. */
const namedDocuments = 5;

/** The one figure that is absolute: whatever the machine, nobody waits longer for one document. */
export const lintHostile: Measurement = {
  name: 'lint-hostile',
  measure(folder) {
    makeGitRepository(folder);
    const results = Object.entries(hostileDocuments).map(([name, make]) => lintHostileText(name, make(), folder));
    const slowest = results.toSorted((a, b) => b.seconds - a.seconds);
    const troubles = results
      .filter(({ trouble }) => trouble !== null)
      .map(({ name, trouble }) => `${name}: ${trouble}`);
    return {
      what: `slowest lint of ${results.length} hostile documents of 1 MiB`,
      measured: slowest[0]?.seconds ?? 0,
      limit: limitSeconds,
      unit: 's',
      trouble: troubles.length > 0 ? troubles.join('; ') : null,
      raw: Object.fromEntries(slowest.slice(0, namedDocuments).map(({ name, seconds }) => [`${name}, s`, seconds])),
    };
  },
};

interface HostileResult {
  readonly name: string;
  readonly seconds: number;
  readonly trouble: string | null;
}

function lintHostileText(name: string, text: string, folder: string): HostileResult {
  const document = join(folder, 'hostile.md');
  const output = join(folder, 'output.json');
  writeFileSync(document, text);
  const startedAt = performance.now();
  const { status, stderr } = runLint(document, output, folder);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, seconds, trouble: findTrouble(status, stderr, readStart(output)) };
}

function runLint(document: string, output: string, folder: string): { status: number | null; stderr: string } {
  const stdout = openSync(output, 'w');
  try {
    return spawnSync(process.execPath, [agentosBin, 'lint', document, '--json', '--repo', folder], {
      stdio: ['ignore', stdout, 'pipe'],
      encoding: 'utf8',
      timeout: stopAfterSeconds * 1000,
      killSignal: 'SIGKILL',
    });
  } finally {
    closeSync(stdout);
  }
}

/** A lint that crashed, or that gave the document up, was not fast. */
function findTrouble(status: number | null, stderr: string, answer: string): string | null {
  if (status === null) return `was stopped after ${stopAfterSeconds} s`;
  if (!answer.startsWith('{')) return `crashed: ${/\w*Error: .*/.exec(stderr)?.[0] ?? `exit code ${status}`}`;
  return /too complex to check: [^"]*/.exec(answer)?.[0] ?? null;
}

/** Enough to see a document that was given up: that is its only finding. */
function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4096);
    return start.toString('utf8', 0, readSync(file, start));
  } finally {
    closeSync(file);
  }
}
