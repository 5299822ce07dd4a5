import { dirname } from 'node:path';
import { findClosest } from '../model/closest.ts';
import { AgentOsError } from '../model/errors.ts';
import type { ConfigFile } from './config-file.ts';
import { credentialKeys } from './credential-config.ts';
import { quoteUnlessKey } from './credential-likeness.ts';
import { githubKey } from './github-section.ts';
import type { Kind } from './kinds.ts';
import { bareParallel, type Setting, type SettingKey, type SettingValues, settingKeys, settings } from './settings.ts';

/** The value of a setting, and where it came from in words that a person can look up. */
export interface Origin {
  readonly key: SettingKey;
  readonly value: string | number | null;
  readonly from: string;
}

/** What the outside says, before anything is believed. */
export interface Layers {
  readonly cwd: string;
  readonly repoDir: string;
  /** By flag name without the dashes; an empty `parallel` is the bare flag. */
  readonly flags: ReadonlyMap<string, string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: ConfigFile | null;
}

export interface ResolvedSettings {
  readonly values: SettingValues;
  readonly origins: readonly Origin[];
}

/** Contract: flags before environment before file before defaults; every value is valid, every path absolute. */
export function resolveSettings(layers: Layers): ResolvedSettings {
  if (layers.file !== null) refuseUnknownKeys(layers.file);
  const origins: Origin[] = [];
  const read = <T extends string | number, F extends T | null>(key: SettingKey, setting: Setting<T, F>): T | F => {
    const { value, from } = readLayers(key, setting, layers);
    origins.push({ key, value, from });
    return value;
  };
  const values: SettingValues = Object.freeze({
    parallel: read('parallel', settings.parallel),
    maxParallel: read('maxParallel', settings.maxParallel),
    issuesDir: read('issuesDir', settings.issuesDir),
    source: read('source', settings.source),
    labels: read('labels', settings.labels),
    milestone: read('milestone', settings.milestone),
    comment: read('comment', settings.comment),
    lldDir: read('lldDir', settings.lldDir),
    baseDir: read('baseDir', settings.baseDir),
    drafter: read('drafter', settings.drafter),
    reviewer: read('reviewer', settings.reviewer),
    agent: read('agent', settings.agent),
    agentAuth: read('agentAuth', settings.agentAuth),
    agentLoginDir: read('agentLoginDir', settings.agentLoginDir),
    agentTurns: read('agentTurns', settings.agentTurns),
    agentTimeoutSeconds: read('agentTimeoutSeconds', settings.agentTimeoutSeconds),
    agentIdleSeconds: read('agentIdleSeconds', settings.agentIdleSeconds),
    testCommand: read('testCommand', settings.testCommand),
    setUpCommand: read('setUpCommand', settings.setUpCommand),
    testTimeoutSeconds: read('testTimeoutSeconds', settings.testTimeoutSeconds),
    coverage: read('coverage', settings.coverage),
    strict: read('strict', settings.strict),
    worktreeDir: read('worktreeDir', settings.worktreeDir),
    sandbox: read('sandbox', settings.sandbox),
    sandboxNetwork: read('sandboxNetwork', settings.sandboxNetwork),
    acceptOffline: read('acceptOffline', settings.acceptOffline),
    pullRequests: read('pullRequests', settings.pullRequests),
    maxIterations: read('maxIterations', settings.maxIterations),
    maxRetries: read('maxRetries', settings.maxRetries),
    maxAttempts: read('maxAttempts', settings.maxAttempts),
    maxWaitSeconds: read('maxWaitSeconds', settings.maxWaitSeconds),
    taskTimeoutSeconds: read('taskTimeoutSeconds', settings.taskTimeoutSeconds),
    batchTimeoutSeconds: read('batchTimeoutSeconds', settings.batchTimeoutSeconds),
    budgetUsd: read('budgetUsd', settings.budgetUsd),
    taskBudgetUsd: read('taskBudgetUsd', settings.taskBudgetUsd),
    workerHeapMb: read('workerHeapMb', settings.workerHeapMb),
    gate: read('gate', settings.gate),
    maxInputBytes: read('maxInputBytes', settings.maxInputBytes),
  });
  return { values, origins };
}

interface LayerValue<V> {
  readonly value: V;
  readonly from: string;
}

function readLayers<T, F extends T | null>(key: SettingKey, setting: Setting<T, F>, layers: Layers): LayerValue<T | F> {
  const { kind, fallback } = setting;
  const place = (value: T, base: string) => kind.place?.(value, base) ?? value;
  const flag = setting.flag === null ? undefined : layers.flags.get(setting.flag);
  if (flag !== undefined) {
    const text = setting.flag === 'parallel' && flag === '' ? String(bareParallel) : flag;
    return { value: place(readText(text, kind, `--${setting.flag}`), layers.cwd), from: `--${setting.flag}` };
  }
  const variable = layers.environment[setting.variable];
  if (variable !== undefined && variable !== '') {
    return { value: place(readText(variable, kind, setting.variable), layers.cwd), from: setting.variable };
  }
  if (layers.file !== null && Object.hasOwn(layers.file.data, key)) {
    const from = `${layers.file.path}:${layers.file.lineOf(key)}`;
    return { value: place(readData(layers.file.data[key], kind, `${from}: ${key}`), dirname(layers.file.path)), from };
  }
  return { value: fallback === null ? fallback : place(fallback, layers.repoDir), from: 'default' };
}

function readText<T>(text: string, kind: Kind<T>, where: string): T {
  const value = kind.fromText(text);
  if (value === undefined) throw mustBe(where, kind, text);
  return value;
}

function readData<T>(data: unknown, kind: Kind<T>, where: string): T {
  const value = kind.fromData(data);
  if (value === undefined) throw mustBe(where, kind, data);
  return value;
}

function mustBe(where: string, kind: Kind<unknown>, data: unknown): AgentOsError {
  const advice = typeof data === 'string' ? (kind.advise?.(data) ?? null) : null;
  const hint = advice === null ? '' : `; ${advice}`;
  return new AgentOsError('SETTING_INVALID', `${where} must be ${kind.expects}, not ${quoteUnlessKey(data)}${hint}`);
}

function refuseUnknownKeys(file: ConfigFile): void {
  const known: readonly string[] = [...settingKeys, ...credentialKeys, githubKey, '$schema'];
  for (const key of Object.keys(file.data)) {
    if (known.includes(key)) continue;
    const closest = findClosest(key, known);
    const hint =
      closest === null ? 'without it, `agentos config` lists all that there are' : `did you mean "${closest}"?`;
    throw new AgentOsError(
      'SETTING_UNKNOWN',
      `${file.path}:${file.lineOf(key)}: unknown setting ${quoteUnlessKey(key)}; ${hint}`,
    );
  }
}

/** Variables that look like a mistyped setting: said aloud, because they would do nothing. */
export function findMistypedVariables(environment: Layers['environment']): string[] {
  const prefix = 'AGENTOS_';
  const known = settingKeys.map((key) => settings[key].variable);
  return Object.keys(environment).flatMap((name) => {
    if (!name.startsWith(prefix) || known.includes(name)) return [];
    const closest = findClosest(
      name.slice(prefix.length),
      known.map((one) => one.slice(prefix.length)),
    );
    return closest === null ? [] : [`${name} is not a setting and does nothing; did you mean ${prefix}${closest}?`];
  });
}
