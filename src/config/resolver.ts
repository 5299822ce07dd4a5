import { dirname, resolve } from 'node:path';
import { findClosest } from '../model/closest.ts';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import type { ConfigFile } from './config-file.ts';
import type { Kind } from './kinds.ts';
import {
  bareParallel,
  isSettingKey,
  type Setting,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settings,
} from './settings.ts';

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
  const optional = <T extends string | number>(key: SettingKey, setting: Setting<T>): T | null => {
    const { value, from } = readLayers(key, setting, layers);
    origins.push({ key, value, from });
    return value;
  };
  const required = <T extends string | number>(key: SettingKey, setting: Setting<T>): T => {
    const value = optional(key, setting);
    if (value === null) throw new Error(`setting ${key} has no default`);
    return value;
  };
  const path = (key: SettingKey, setting: Setting<string>): string => {
    const { value, from, base } = readLayers(key, setting, layers);
    const absolute = resolve(base, value ?? '.');
    origins.push({ key, value: absolute, from });
    return absolute;
  };
  const values: SettingValues = Object.freeze({
    parallel: required('parallel', settings.parallel),
    maxParallel: required('maxParallel', settings.maxParallel),
    issuesDir: path('issuesDir', settings.issuesDir),
    lldDir: path('lldDir', settings.lldDir),
    baseDir: path('baseDir', settings.baseDir),
    drafter: required('drafter', settings.drafter),
    reviewer: required('reviewer', settings.reviewer),
    agent: optional('agent', settings.agent),
    maxIterations: required('maxIterations', settings.maxIterations),
    maxRetries: required('maxRetries', settings.maxRetries),
    maxAttempts: required('maxAttempts', settings.maxAttempts),
    maxWaitSeconds: required('maxWaitSeconds', settings.maxWaitSeconds),
    taskTimeoutSeconds: required('taskTimeoutSeconds', settings.taskTimeoutSeconds),
    batchTimeoutSeconds: optional('batchTimeoutSeconds', settings.batchTimeoutSeconds),
    budgetUsd: optional('budgetUsd', settings.budgetUsd),
    taskBudgetUsd: optional('taskBudgetUsd', settings.taskBudgetUsd),
    gate: required('gate', settings.gate),
    maxInputBytes: required('maxInputBytes', settings.maxInputBytes),
  });
  return { values, origins };
}

interface LayerValue<T> {
  readonly value: T | null;
  readonly from: string;
  /** What a relative path in this layer is relative to. */
  readonly base: string;
}

function readLayers<T>(key: SettingKey, setting: Setting<T>, layers: Layers): LayerValue<T> {
  const flag = setting.flag === null ? undefined : layers.flags.get(setting.flag);
  if (flag !== undefined) {
    const text = setting.flag === 'parallel' && flag === '' ? String(bareParallel) : flag;
    return { value: readText(text, setting.kind, `--${setting.flag}`), from: `--${setting.flag}`, base: layers.cwd };
  }
  const variable = layers.environment[setting.variable];
  if (variable !== undefined && variable !== '') {
    return { value: readText(variable, setting.kind, setting.variable), from: setting.variable, base: layers.cwd };
  }
  if (layers.file !== null && Object.hasOwn(layers.file.data, key)) {
    const from = `${layers.file.path}:${layers.file.lineOf(key)}`;
    return {
      value: readData(layers.file.data[key], setting.kind, `${from}: ${key}`),
      from,
      base: dirname(layers.file.path),
    };
  }
  return { value: setting.fallback, from: 'default', base: layers.repoDir };
}

function readText<T>(text: string, kind: Kind<T>, where: string): T {
  const value = kind.fromText(text);
  if (value === undefined) throw mustBe(where, kind, quoteSafely(text));
  return value;
}

function readData<T>(data: unknown, kind: Kind<T>, where: string): T {
  const value = kind.fromData(data);
  if (value === undefined) throw mustBe(where, kind, quoteSafely(data));
  return value;
}

function mustBe(where: string, kind: Kind<unknown>, shown: string): AgentOsError {
  return new AgentOsError('SETTING_INVALID', `${where} must be ${kind.expects}, not ${shown}`);
}

function refuseUnknownKeys(file: ConfigFile): void {
  for (const key of Object.keys(file.data)) {
    if (isSettingKey(key) || key === '$schema') continue;
    const closest = findClosest(key, settingKeys);
    const hint = closest === null ? 'run `agentos config` for the list' : `did you mean "${closest}"?`;
    throw new AgentOsError(
      'SETTING_UNKNOWN',
      `${file.path}:${file.lineOf(key)}: unknown setting ${quoteSafely(key)}; ${hint}`,
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
