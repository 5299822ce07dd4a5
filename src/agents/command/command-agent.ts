import { basename } from 'node:path';
import { showSafely } from '../../model/text.ts';
import { parseCommand } from '../../providers/command/split-command.ts';
import type { Agent, AgentJob } from '../agent.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import { readProgramEnd } from './read-program-end.ts';
import { runInWorktree } from './run-in-worktree.ts';

/**
 * A program of the user's own (`command:<argv>`): it reads what it shall do, and does it where it stands. Its exit code
 * is all that it is believed; what it costs is not measured. Throws SPEC_INVALID.
 */
export function openCommandAgent(spec: string, surroundings: AgentSurroundings): Agent {
  const command = parseCommand(spec);
  const name = `command:${basename(command.name)}`;
  const tag = (job: AgentJob) => ({
    AGENTOS_TASK: surroundings.taskId,
    AGENTOS_JOB: job.kind,
    AGENTOS_TEST_COMMAND: job.testCommand,
  });
  return {
    async work(job, { signal, print }) {
      signal.throwIfAborted();
      using home = surroundings.programs.openHome();
      const { worktree, limits } = job;
      const decoder = new TextDecoder();
      const end = await runInWorktree(surroundings, {
        ...{ ...command, worktree, home, limits, signal, relay: null },
        environment: tag(job),
        input: renderJob(job),
        onOutput: (chunk) => print(decoder.decode(chunk, { stream: true })),
      });
      signal.throwIfAborted();
      const reply = readProgramEnd(name, end, limits);
      if (reply.kind === 'refusal') return { ...reply, repeats: 0, usd: null };
      return { ...reply, model: showSafely(name), usd: null };
    },
  };
}

/** A job as one text. */
export function renderJob({ rules, instructions, testCommand }: AgentJob): string {
  const judged = testCommand === '' ? [] : [`The work is judged by this command: ${testCommand}`];
  return `${[rules, instructions, ...judged].join('\n\n')}\n`;
}
