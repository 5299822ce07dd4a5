import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';
import { countWholeLines, writeNumberedLines } from './numbered-lines.ts';
import { findGnuParallel, installConcurrently, type PrefixTool } from './prefix-peers.ts';

const tasks = 8;
const linesOfTask = 500_000;
const inputMb = (tasks * linesOfTask * 80) / 1e6;
const leastMbPerSecond = 250;
const leastRedactedMbPerSecond = 100;
const rounds = 5;

/** Eight processes that write 500,000 lines of 80 bytes each, merged into one file, each line with its prefix. */
export const prefixing: Measurement = {
  name: 'prefixing',
  measure(folder) {
    const files = writeInputs(folder);
    const ours = timeTool(folder, buildTool(folder, files, 'prefix-pipes'));
    const concurrently = timeTool(folder, installConcurrently(folder, files));
    const parallel = timeTool(folder, findGnuParallel(folder, files));
    const medians = interleavedMedians(rounds, {
      ours: ours.mbPerSecond,
      concurrently: concurrently.mbPerSecond,
      parallel: parallel.mbPerSecond,
    });
    const troubles = [
      ours.tornLines() > 0 ? `${ours.tornLines()} lines were torn` : null,
      compare('concurrently', medians.concurrently, medians.ours),
      compare('GNU parallel', medians.parallel, medians.ours),
    ].filter((trouble) => trouble !== null);
    return {
      what: `prefixing 8 × 500k lines: ${leastMbPerSecond} MB/s ÷ ours`,
      measured: leastMbPerSecond / medians.ours,
      limit: 1,
      unit: '×',
      trouble: troubles.length === 0 ? null : troubles.join('; '),
      raw: {
        oursMbPerSecond: medians.ours,
        concurrentlyMbPerSecond: medians.concurrently,
        parallelMbPerSecond: medians.parallel,
        oursTornLines: ours.tornLines(),
        concurrentlyTornLines: concurrently.tornLines(),
        parallelTornLines: parallel.tornLines(),
      },
    };
  },
};

/** The same through the redactor and into a log for each task, as in a batch that has keys. Nothing matches. */
export const redactedPrefixing: Measurement = {
  name: 'redacted-prefixing',
  measure(folder) {
    const files = writeInputs(folder);
    mkdirSync(join(folder, 'logs'));
    const ours = timeTool(folder, buildTool(folder, files, 'redacted-pipes'), () => emptyFolder(join(folder, 'logs')));
    const { mbPerSecond } = interleavedMedians(rounds, { mbPerSecond: ours.mbPerSecond });
    return {
      what: `prefixing with 20 secrets and logs: ${leastRedactedMbPerSecond} MB/s ÷ ours`,
      measured: leastRedactedMbPerSecond / mbPerSecond,
      limit: 1,
      unit: '×',
      trouble: ours.tornLines() > 0 ? `${ours.tornLines()} lines were torn` : null,
      raw: { mbPerSecond, tornLines: ours.tornLines() },
    };
  },
};

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
}

function compare(name: string, peerMbPerSecond: number, ourMbPerSecond: number): string | null {
  if (peerMbPerSecond === 0) return `${name} could not be installed`;
  return peerMbPerSecond > ourMbPerSecond ? `${name} was faster` : null;
}

interface TimedTool {
  /** One run, from spawn to exit; 0 for a tool that is not there. */
  readonly mbPerSecond: () => number;
  /** In all runs so far. */
  readonly tornLines: () => number;
}

function writeInputs(folder: string): string[] {
  const files = Array.from({ length: tasks }, (_, task) => `${task}.txt`);
  for (const [task, file] of files.entries()) writeNumberedLines(join(folder, file), task, linesOfTask);
  return files;
}

/** In the built form, as users have it. */
function buildTool(folder: string, files: readonly string[], name: string): PrefixTool {
  const script = join(folder, `${name}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  return { command: process.execPath, args: [script, ...files], prefixOf: (task) => `[LLD-${task}] ` };
}

function timeTool(folder: string, tool: PrefixTool | null, before = () => {}): TimedTool {
  const output = join(folder, 'output');
  let torn = 0;
  return {
    mbPerSecond() {
      if (tool === null) return 0;
      before();
      const elapsedMs = timeInto(output, tool, folder);
      const prefixes = Array.from({ length: tasks }, (_, task) => tool.prefixOf(task));
      torn += tasks * linesOfTask - countWholeLines(output, prefixes);
      return inputMb / (elapsedMs / 1000);
    },
    tornLines: () => torn,
  };
}

function timeInto(path: string, { command, args }: PrefixTool, cwd: string): number {
  const fd = openSync(path, 'w');
  const startedAt = performance.now();
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', fd, 'ignore'] });
  const elapsedMs = performance.now() - startedAt;
  closeSync(fd);
  if (status !== 0) throw new Error(`${command}: ${error ?? `exit code ${status}`}`);
  return elapsedMs;
}
