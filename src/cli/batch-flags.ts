import type { FlagParametersForType } from '@stricli/core';
import type { Context } from './door.ts';
import { onOff, type PlaceFlags, placeFlags, settingFlags, text } from './flags.ts';

/** What may be said anew about a batch that ran before, and how it is shown. */
interface AgainFlags extends PlaceFlags, DemoFlags {
  readonly parallel?: string;
  readonly 'task-timeout'?: string;
  readonly 'batch-timeout'?: string;
  readonly 'max-wait'?: string;
  readonly budget?: string;
  readonly 'task-budget'?: string;
}

export interface ResumeFlags extends AgainFlags {
  readonly 'on-changed'?: 'fail' | 'rerun' | 'ignore';
}

export interface RetryFlags extends AgainFlags {
  readonly fresh?: boolean;
}

export interface StatusFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly all?: boolean;
}

export interface AnswerFlags extends PlaceFlags {
  readonly note?: string;
}

export interface ShowFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly batch?: string;
}

export interface DemoFlags {
  readonly json?: boolean;
  readonly events?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly 'no-color'?: boolean;
}

export interface CredentialsFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly check?: boolean;
}

export interface SimulateFlags {
  readonly port?: string;
  readonly setup?: string;
  readonly log?: string;
}

const json = onOff('Exactly one JSON document on stdout');

const demoFlags: FlagParametersForType<DemoFlags, Context> = {
  json,
  events: onOff('The journal as NDJSON on stdout while it runs'),
  quiet: onOff('Only trouble: nothing if all went well'),
  verbose: onOff('Say more'),
  'no-color': onOff('No colour'),
};

/** What is not said anew stays as it was: defaults, variables and the config are not asked. */
const againFlags: FlagParametersForType<AgainFlags, Context> = {
  parallel: { ...settingFlags.parallel, brief: 'Tasks at once (absent: as before; without a number: up to 3)' },
  'task-timeout': text('Seconds that one attempt may run (as before)', 'S'),
  'batch-timeout': text('Seconds that the batch may take from now on (as before)', 'S'),
  'max-wait': text('Seconds that one task may be parked in all (as before)', 'S'),
  budget: text('USD that the batch may cost, checked before each call (as before)', 'USD'),
  'task-budget': text('USD that one task may cost (as before)', 'USD'),
  ...placeFlags,
  ...demoFlags,
};

export const resumeFlags: FlagParametersForType<ResumeFlags, Context> = {
  'on-changed': {
    kind: 'enum',
    values: ['fail', 'rerun', 'ignore'],
    optional: true,
    brief: 'What becomes of tasks whose issue or design changed meanwhile (fail)',
  },
  ...againFlags,
};

export const retryFlags: FlagParametersForType<RetryFlags, Context> = {
  fresh: onOff('Throw away finished steps of earlier attempts'),
  ...againFlags,
};

export interface PlayFlags extends DemoFlags {
  /** On to code. */
  readonly implement?: boolean;
}

export const playFlags: FlagParametersForType<PlayFlags, Context> = {
  implement: onOff('On to code: three issues to tested branches'),
  ...demoFlags,
};

export interface CleanFlags extends PlaceFlags {
  readonly 'older-than'?: string;
  readonly 'dry-run'?: boolean;
  readonly json?: boolean;
  readonly branches?: boolean;
  readonly yes?: boolean;
}

export const cleanFlags: FlagParametersForType<CleanFlags, Context> = {
  'older-than': text('Batches that ended so long ago, such as 12h, 30d or 8w (30d)', 'AGE'),
  'dry-run': onOff('List what would go; remove nothing'),
  branches: onOff('Also branches whose work is not merged; needs --yes'),
  yes: onOff('Ask nothing'),
  json,
  ...placeFlags,
};

export const statusFlags: FlagParametersForType<StatusFlags, Context> = {
  all: onOff('Every batch of this repository, one line each'),
  json,
  ...placeFlags,
};

export const answerFlags: FlagParametersForType<AnswerFlags, Context> = {
  note: text('What the drafter or a later reader should know', 'TEXT'),
  ...placeFlags,
};

export const showFlags: FlagParametersForType<ShowFlags, Context> = {
  batch: text('The batch to look at (the last one that has the task)', 'BATCH'),
  json,
  ...placeFlags,
};

export const credentialsFlags: FlagParametersForType<CredentialsFlags, Context> = {
  check: onOff('Make one free call with each key: does the provider take it?'),
  json,
  ...placeFlags,
};

export const simulateFlags: FlagParametersForType<SimulateFlags, Context> = {
  port: text('The port on 127.0.0.1 (any that is free)', 'N'),
  setup: text(
    'Scopes, keys, limits and faults as JSON (one scope of two keys for each provider, 60 requests a minute, 4 at once)',
    'FILE',
  ),
  log: text('Each request as a line of JSON, as it really was; its folder must be there', 'FILE'),
};
