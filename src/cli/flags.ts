import type { FlagParametersForType } from '@stricli/core';
import type { Context } from './door.ts';

/** Flags whose values go to the settings resolver as they are: it alone validates. */
export interface PlaceFlags {
  readonly repo?: string;
  readonly config?: string;
}

/** Flags that set a setting, as typed. */
export interface SettingFlags extends PlaceFlags {
  readonly parallel?: string;
  readonly issues?: string;
  readonly source?: string;
  readonly label?: readonly string[];
  readonly milestone?: string;
  readonly comment?: boolean;
  readonly 'lld-dir'?: string;
  readonly drafter?: string;
  readonly reviewer?: string;
  readonly agent?: string;
  readonly 'test-command'?: string;
  readonly sandbox?: string;
  readonly strict?: boolean;
  readonly 'accept-offline'?: boolean;
  readonly pr?: boolean;
  readonly 'max-iterations'?: string;
  readonly 'max-retries'?: string;
  readonly 'max-attempts'?: string;
  readonly 'max-wait'?: string;
  readonly 'task-timeout'?: string;
  readonly 'batch-timeout'?: string;
  readonly budget?: string;
  readonly 'task-budget'?: string;
  readonly gate?: string;
}

/** The shared flags of the workflows. */
export interface WorkflowFlags extends SettingFlags {
  readonly ids?: readonly string[];
  readonly 'dry-run'?: boolean;
  readonly json?: boolean;
  readonly events?: boolean;
  readonly yes?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly 'no-color'?: boolean;
  readonly force?: boolean;
  readonly fresh?: boolean;
}

/** Help names values nowhere else than in what is said of the flag. */
export function text(brief: string, placeholder: string) {
  return { kind: 'parsed', parse: String, optional: true, brief: `${placeholder}: ${brief}`, placeholder } as const;
}

export function onOff(brief: string) {
  return { kind: 'boolean', optional: true, withNegated: false, brief } as const;
}

export const placeFlags: FlagParametersForType<PlaceFlags, Context> = {
  repo: text('The repository (default: nearest folder upwards with a config or .git)', 'DIR'),
  config: text('The config file (default: agentos.config.{mts,ts,json} of the repository)', 'FILE'),
};

export const settingFlags: FlagParametersForType<SettingFlags, Context> = {
  parallel: {
    kind: 'parsed',
    parse: String,
    optional: true,
    inferEmpty: true,
    brief: 'Tasks at once (absent: 1; without a number: up to 3; at most 10, see maxParallel)',
    placeholder: 'N',
  },
  issues: text('The folder of issues (docs/issues)', 'DIR'),
  source: text('Where issues come from: folder, or github:OWNER/REPOSITORY (folder)', 'SOURCE'),
  label: {
    kind: 'parsed',
    parse: String,
    variadic: true,
    optional: true,
    brief: 'Of GitHub only issues with this label; given again: with all of them',
    placeholder: 'NAME',
  },
  milestone: text('Of GitHub only issues of this milestone: its title, its number, * or none', 'TITLE'),
  comment: onOff('Tell each issue on GitHub what became of it, once'),
  'lld-dir': text('The folder of approved LLDs (docs/lld/active)', 'DIR'),
  ...placeFlags,
  drafter: text('Who writes the LLD, as provider:model (offline:)', 'SPEC'),
  reviewer: text('Who reviews it, as provider:model (offline:)', 'SPEC'),
  agent: text('Who writes the code: claude-cli:M, codex-cli:M, acp:…, command:…, model:P:M, scripted:F', 'SPEC'),
  'test-command': text("How the repository's tests are run (as it tells itself; for implement)", 'LINE'),
  sandbox: text('Agents confined by bwrap: required, auto, off (auto; for implement)', 'MODE'),
  strict: onOff('Changes that a design does not announce fail its task (for implement)'),
  'accept-offline': onOff('Build also designs that no model reviewed (for implement)'),
  pr: onOff('Push each branch and open a draft pull request (for implement)'),
  'max-iterations': text('Review rounds of a task (5)', 'N'),
  'max-retries': text('Repeats of one model call after a retryable answer (5)', 'N'),
  'max-attempts': text('Starts of a task after its worker crashed or timed out (2)', 'N'),
  'max-wait': text('Seconds that one task may be parked in all (7200)', 'S'),
  'task-timeout': text('Seconds that one attempt may run (3600)', 'S'),
  'batch-timeout': text('Seconds that the batch may take (no limit)', 'S'),
  budget: text('USD that the batch may cost, checked before each call', 'USD'),
  'task-budget': text('USD that one task may cost', 'USD'),
  gate: text('Where a person is asked: none, draft, verdict, all', 'GATE'),
};

export const workflowFlags: FlagParametersForType<WorkflowFlags, Context> = {
  ids: {
    kind: 'parsed',
    parse: String,
    variadic: true,
    optional: true,
    brief: 'Exactly these tasks, in this order',
    placeholder: 'ID',
  },
  'dry-run': onOff('List what would run; run nothing, write nothing, call no model'),
  json: onOff('Exactly one JSON document on stdout'),
  events: onOff('The journal as NDJSON on stdout while it runs'),
  ...settingFlags,
  force: onOff('Run the given ids although they are not pending'),
  fresh: onOff('Throw away finished steps of earlier attempts'),
  yes: onOff('Ask nothing'),
  quiet: onOff('Only trouble: nothing if all went well'),
  verbose: onOff('Say more'),
  'no-color': onOff('No colour'),
};

export interface LintFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly fix?: boolean;
  readonly 'list-checks'?: boolean;
  readonly 'lld-dir'?: string;
  readonly 'no-color'?: boolean;
}

export const lintFlags: FlagParametersForType<LintFlags, Context> = {
  fix: onOff('Repair what is safe to repair, in place'),
  json: onOff('Exactly one JSON document on stdout'),
  sarif: onOff('SARIF 2.1.0 on stdout'),
  'list-checks': onOff('Print every check and its severity'),
  'lld-dir': text('What is linted when no path is given (docs/lld/active)', 'DIR'),
  ...placeFlags,
  'no-color': onOff('No colour'),
};

export interface ConfigFlags extends SettingFlags {
  readonly json?: boolean;
}

export const configFlags: FlagParametersForType<ConfigFlags, Context> = {
  json: onOff('Exactly one JSON document on stdout'),
  ...settingFlags,
};
