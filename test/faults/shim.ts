import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectDir } from '../workspace.ts';

/** What the n-th state-changing call of a batch does instead of its work; see shim.c. */
export type FaultMode =
  | 'count'
  | 'kill-all'
  | 'kill-worker'
  | 'kill-torn'
  | 'eio-once'
  | 'eio-from'
  | 'enospc-once'
  | 'enospc-from'
  | 'erofs-from'
  | 'short-once'
  | 'short-from';

export interface Fault {
  readonly mode: FaultMode;
  /** Counted from 1 over all processes together; for `kill-worker` over all workers. */
  readonly at: number;
  /** Only this call on paths that end so counts: `fdatasync:journal.ndjson`. */
  readonly only?: string;
}

export interface Reading {
  readonly calls: number;
  readonly workerCalls: number;
  /** The call that the fault met; null if the batch was over before. */
  readonly met: string | null;
}

/** A fault for one run: the environment to run in, and afterwards what happened. */
export interface ArmedFault {
  readonly env: Readonly<Record<string, string>>;
  read(): Reading;
}

const sharedBytes = 512;

/** Compiles a C source of this folder into `folder`. */
export function compile(name: string, folder: string, flags: readonly string[]): string {
  const output = join(folder, name.replace(/\.c$/, ''));
  const args = ['-O2', '-Wall', ...flags, '-o', output, join(projectDir, 'test/faults', name)];
  const { status, stderr } = spawnSync('gcc', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`gcc ${name}: ${stderr}`);
  return output;
}

export function compileShim(folder: string): string {
  return compile('shim.c', folder, ['-shared', '-fPIC', '-ldl']);
}

/** Arms the shim for the batch in `repo`. */
export function armFault(shim: string, folder: string, repo: string, { mode, at, only }: Fault): ArmedFault {
  const counter = join(folder, 'counter');
  const variables = {
    LD_PRELOAD: shim,
    FAULT_DIR: repo,
    FAULT_SKIP: join(repo, 'ledger.txt'),
    FAULT_COUNTER: counter,
    FAULT_MODE: mode,
    FAULT_AT: String(at),
    ...(only === undefined ? {} : { FAULT_ONLY: only }),
  };
  writeFileSync(counter, Buffer.alloc(sharedBytes));
  return { env: makeLaunchEnvironment(folder, variables), read: () => readCounter(counter) };
}

/**
 * An environment that carries the variables into every worker. Workers get only a few that are allowed; the way in is
 * the one program that starts them, found on the PATH: a script in its place says the rest.
 */
export function makeLaunchEnvironment(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  writeFileSync(join(programs, 'setpriv'), renderLauncher(variables));
  chmodSync(join(programs, 'setpriv'), 0o755);
  return { ...variables, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
}

function renderLauncher(variables: Readonly<Record<string, string>>): string {
  const real = spawnSync('sh', ['-c', 'command -v setpriv'], { encoding: 'utf8' }).stdout.trim();
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
  return ['#!/bin/sh', ...exports, `exec ${real} "$@"`, ''].join('\n');
}

function readCounter(path: string): Reading {
  const bytes = readFileSync(path);
  const isMet = bytes.readInt32LE(8) !== 0;
  const what = bytes.toString('utf8', 16).replace(/\0.*$/s, '');
  return { calls: bytes.readInt32LE(0), workerCalls: bytes.readInt32LE(12), met: isMet ? what : null };
}
