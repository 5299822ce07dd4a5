import * as z from 'zod/mini';
import type { ProgramEnd } from '../../programs/subprocess.ts';
import type { AgentJob } from '../agent.ts';
import { runInWorktree } from '../command/run-in-worktree.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import { makeTool, type Tool } from './tool.ts';

const longestOutput = 12_000;
const longestMs = 600_000;

/** Runs the command that the work is judged by, confined and without any network. */
export function makeRunTests(surroundings: AgentSurroundings, { worktree, testCommand, limits }: AgentJob): Tool {
  return makeTool({
    name: 'run_tests',
    description: 'Runs the tests, and gives the end of what they print.',
    schema: z.object({}),
    describe: () => '',
    use: async (_input, signal) => {
      using home = surroundings.programs.openHome();
      const heard: Buffer[] = [];
      const end = await runInWorktree(
        { ...surroundings, network: 'gateway' },
        {
          ...{ name: '/bin/sh', args: ['-c', testCommand], worktree, home, environment: {}, input: '', relay: null },
          limits: { ...limits, wallMs: Math.min(limits.wallMs, longestMs) },
          signal,
          onOutput: (chunk) => keep(heard, chunk),
        },
      );
      const output = Buffer.concat(heard).toString('utf8').slice(-longestOutput);
      return `${describeEnd(end)}\n${output}`;
    },
  });
}

/** What is far from the end goes. */
function keep(heard: Buffer[], chunk: Buffer): void {
  heard.push(chunk);
  if (heard.length < 200 && heard.reduce((sum, { length }) => sum + length, 0) < 16 * longestOutput) return;
  const end = Buffer.concat(heard).subarray(-4 * longestOutput);
  heard.splice(0, heard.length, end);
}

function describeEnd(end: ProgramEnd): string {
  switch (end.kind) {
    case 'exited':
      return `The command ended with exit code ${end.code}.`;
    case 'killed':
      return `The command was ended by ${end.signal}.`;
    case 'stopped':
      return `The command was stopped (${end.reason}).`;
    case 'unstartable':
      return `The command cannot be run (${end.errno}).`;
  }
}
