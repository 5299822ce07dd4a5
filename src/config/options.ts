import { type EvaluateModule, loadConfigFile, resolveConfigPath } from './config-file.ts';
import { type CredentialConfig, resolveCredentialConfig } from './credential-config.ts';
import { givenEnvironment } from './environment.ts';
import { type GithubConfig, resolveGithubConfig } from './github-section.ts';
import { findRepository } from './repository.ts';
import { findMistypedVariables, type Origin, resolveSettings } from './resolver.ts';
import type { SettingKey, SettingValues } from './settings.ts';

/** What the door takes in: raw flags, and how a config module may be evaluated (null: never). */
export interface RawOptions {
  readonly cwd: string;
  readonly repo: string | undefined;
  readonly config: string | undefined;
  readonly flags: ReadonlyMap<string, string>;
  readonly evaluate: EvaluateModule | null;
}

/** Everything that was decided at the door; nothing behind it reads flags, files or variables again. */
export interface Options {
  readonly repoDir: string;
  readonly configPath: string | null;
  readonly settings: SettingValues;
  readonly credentials: CredentialConfig;
  readonly github: GithubConfig;
  /** As asked for, before the cap. */
  readonly requestedParallel: number;
  readonly origins: readonly Origin[];
  readonly warnings: readonly string[];
}

export async function resolveOptions(raw: RawOptions): Promise<Options> {
  const environment = givenEnvironment();
  const repoDir = findRepository(raw.cwd, raw.repo);
  const explicitPath = raw.config === undefined ? null : resolveConfigPath(raw.cwd, raw.config);
  const file = await loadConfigFile(repoDir, explicitPath, raw.evaluate);
  const { values, origins } = resolveSettings({ cwd: raw.cwd, repoDir, flags: raw.flags, environment, file });
  const { settings, warnings } = clampParallel(values);
  return Object.freeze({
    repoDir,
    configPath: file?.path ?? null,
    settings,
    credentials: resolveCredentialConfig(file, environment),
    github: resolveGithubConfig(file, environment),
    requestedParallel: values.parallel,
    origins: origins.map((origin) => (origin.key === 'parallel' ? { ...origin, value: settings.parallel } : origin)),
    warnings: [...warnings, ...findMistypedVariables(environment)],
  });
}

/** More than the cap is not refused, but said. */
export function clampParallel(values: SettingValues): { settings: SettingValues; warnings: string[] } {
  const { parallel, maxParallel } = values;
  if (parallel <= maxParallel) return { settings: values, warnings: [] };
  const warning = `parallel ${parallel} is above the cap: ${maxParallel} tasks run at once (maxParallel raises it to 64 at most)`;
  return { settings: Object.freeze({ ...values, parallel: maxParallel }), warnings: [warning] };
}

/** Whether somebody set it: a flag, a variable or the config. */
export function isNamed({ origins }: Options, key: SettingKey): boolean {
  return origins.some((origin) => origin.key === key && origin.from !== 'default');
}
