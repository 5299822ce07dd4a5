import { buildCommand, type Command } from '@stricli/core';
import {
  type AnswerFlags,
  answerFlags,
  type CleanFlags,
  cleanFlags,
  type PlayFlags,
  playFlags,
  type ResumeFlags,
  type RetryFlags,
  resumeFlags,
  retryFlags,
  type ShowFlags,
  type StatusFlags,
  showFlags,
  statusFlags,
} from './batch-flags.ts';
import type { Context } from './door.ts';

const batch = {
  kind: 'tuple',
  parameters: [{ brief: 'A batch; none: the last one', parse: String, placeholder: 'batch', optional: true }],
} as const;
const task = { kind: 'tuple', parameters: [{ brief: 'A task id', parse: String, placeholder: 'id' }] } as const;
const folder = {
  kind: 'tuple',
  parameters: [{ brief: 'An empty or new folder', parse: String, placeholder: 'folder', optional: true }],
} as const;
const aliases = { v: 'verbose' } as const;

export function resumeCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { resume } = await import('./commands/resume.ts');
      return function (this: Context, flags: ResumeFlags, name?: string): void {
        this.choose(() => resume(this.door, flags, name));
      };
    },
    parameters: { positional: batch, flags: resumeFlags, aliases },
    docs: {
      brief: 'Go on with an interrupted batch where it was',
      fullDescription:
        'Goes on with a batch under its own settings: finished steps are kept, finished tasks left alone.',
      customUsage: [
        { input: '', brief: 'the last batch' },
        { input: '--parallel 8', brief: 'with more tasks at once' },
        { input: '--on-changed rerun', brief: 'and start tasks afresh whose issue changed meanwhile' },
      ],
    },
  });
}

export function retryCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { retry } = await import('./commands/retry.ts');
      return function (this: Context, flags: RetryFlags, name?: string): void {
        this.choose(() => retry(this.door, flags, name));
      };
    },
    parameters: { positional: batch, flags: retryFlags, aliases },
    docs: {
      brief: 'Run the failed and rejected tasks of a batch again',
      fullDescription: 'Runs them in a new batch with the same settings; steps that finished are kept.',
      customUsage: [
        { input: '', brief: 'of the last batch' },
        { input: '--fresh', brief: 'from the very beginning' },
      ],
    },
  });
}

export function demoCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { demo } = await import('./commands/demo.ts');
      return function (this: Context, flags: PlayFlags, folder?: string): void {
        this.choose(() => demo(this.door, flags, folder));
      };
    },
    parameters: { positional: folder, flags: playFlags, aliases },
    docs: {
      brief: 'See it work on six sample issues, with no key and no network',
      fullDescription: 'Copies an example, runs four workers over it with a rate limit and a crash on the way.',
      customUsage: [
        { input: '', brief: 'in a temporary folder, which stays for you to look at' },
        { input: 'try-it', brief: 'in a new folder' },
        { input: '--implement', brief: 'three issues, on to branches with tests that were red and are green' },
      ],
    },
  });
}

export function cleanCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { clean } = await import('./commands/clean.ts');
      return function (this: Context, flags: CleanFlags): void {
        this.choose(() => clean(this.door, flags));
      };
    },
    parameters: { flags: cleanFlags },
    docs: {
      brief: 'Remove what tasks and old batches left behind',
      fullDescription:
        'Left-over worktrees, empty or merged branches of ours, old batches, checkpoints that nobody needs. Work that was not committed is committed on its branch first; what a resume needs stays.',
      customUsage: [
        { input: '--dry-run', brief: 'what would go, what would stay, and why' },
        { input: '--older-than 7d', brief: 'batches that ended a week ago, and older ones' },
        { input: '--branches --yes', brief: 'also branches whose work is nowhere else' },
      ],
    },
  });
}

export function statusCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { status } = await import('./commands/status.ts');
      return function (this: Context, flags: StatusFlags, name?: string): void {
        this.choose(() => status(this.door, flags, name));
      };
    },
    parameters: { positional: batch, flags: statusFlags },
    docs: {
      brief: 'Print what runs and what happened',
      customUsage: [
        { input: '', brief: 'the last batch, also while it runs' },
        { input: '--all', brief: 'every batch, one line each' },
        { input: '--json', brief: 'for a program' },
      ],
    },
  });
}

/** `approve` and `reject`. */
export function answerCommand(answer: 'approve' | 'reject'): Command<Context> {
  return buildCommand({
    async loader() {
      const { answerGate } = await import('./commands/answer.ts');
      return function (this: Context, flags: AnswerFlags, id: string): void {
        this.choose(() => answerGate(this.door, flags, answer, id));
      };
    },
    parameters: { positional: task, flags: answerFlags },
    docs: {
      brief: answer === 'approve' ? 'Say yes to what a task waits for' : 'Say no to it; with a note it is revised',
      customUsage: [{ input: '137 --note "…"', brief: 'and say why' }],
    },
  });
}

export function showCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { show } = await import('./commands/show.ts');
      return function (this: Context, flags: ShowFlags, id: string): void {
        this.choose(() => show(this.door, flags, id));
      };
    },
    parameters: { positional: task, flags: showFlags },
    docs: {
      brief: 'Print what happened to one task',
      customUsage: [
        { input: '137', brief: 'its fate, steps, files, and the end of its log' },
        { input: '137 --json', brief: 'with every event, for a program' },
      ],
    },
  });
}
