import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AgentOsError } from '../model/errors.ts';
import { readTextFile } from '../store/text-file.ts';
import { isAgentCheckout } from './agent-checkout.ts';
import { quoteUnlessKey } from './credential-likeness.ts';
import { findLine, type KeyPlace, scanKeys } from './key-lines.ts';

/** A config as written: nothing in it is validated yet. */
export interface ConfigFile {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Where a key stands; of one that lies deeper, all keys that lead to it. */
  lineOf(...path: readonly string[]): number;
}

/** Evaluates a config module where it can be stopped, and gives its default export. */
export type EvaluateModule = (path: string) => Promise<unknown>;

const names = ['agentos.config.mts', 'agentos.config.ts', 'agentos.config.json'];
const largestConfig = 1024 * 1024;

/**
 * Loads the one config of the user's own checkout; null if it has none.
 * Without `evaluate` only JSON is read, and what lies in an agent's checkout is passed over instead of refused.
 */
export async function loadConfigFile(
  repoDir: string,
  explicitPath: string | null,
  evaluate: EvaluateModule | null,
): Promise<ConfigFile | null> {
  const path = explicitPath ?? findConfig(repoDir);
  if (path === null) return null;
  const isCode = !path.endsWith('.json');
  const isTrusted = !isAgentCheckout(dirname(path)) && !isAgentCheckout(dirname(findTarget(path)));
  if (evaluate === null && (isCode || !isTrusted)) return passOver(path, explicitPath);
  if (!isTrusted) throw untrusted(path);
  const text = readConfig(path);
  const data = isCode && evaluate !== null ? await evaluate(path) : pickField(path, parseJson(path, text));
  const places = listKeys(path, text);
  if (!isCode) refuseRepeated(path, places);
  return { path, data: takeObject(path, data), lineOf: (...keys) => findLine(places, keys) };
}

/** Where a config really is. */
function findTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new AgentOsError('CONFIG_INVALID', `${path}: is a link that leads nowhere`, { cause: error });
  }
}

/** What was found may be passed over; what was named may not. */
function passOver(path: string, explicitPath: string | null): null {
  if (explicitPath === null) return null;
  throw new AgentOsError('CONFIG_INVALID', `${path}: this command reads JSON config of your own checkout only`);
}

/** Where `--config FILE` leads; it must exist. */
export function resolveConfigPath(cwd: string, flag: string): string {
  const path = resolve(cwd, flag);
  if (!existsSync(path)) throw new AgentOsError('CONFIG_MISSING', `--config ${flag}: there is no such file`);
  if (!/\.(mts|ts|json)$/.test(path))
    throw new AgentOsError('CONFIG_INVALID', `--config ${flag}: use .mts, .ts or .json`);
  return path;
}

function findConfig(repoDir: string): string | null {
  const foreign = ['js', 'mjs', 'cjs', 'cts', 'jsonc', 'yaml', 'yml'].find((end) =>
    existsSync(join(repoDir, `agentos.config.${end}`)),
  );
  if (foreign !== undefined) {
    throw new AgentOsError(
      'CONFIG_INVALID',
      `${join(repoDir, `agentos.config.${foreign}`)}: use .mts, .ts or .json instead`,
    );
  }
  const paths = names.map((name) => join(repoDir, name)).filter(isThere);
  const manifest = join(repoDir, 'package.json');
  if (existsSync(manifest) && hasConfigField(manifest)) paths.push(manifest);
  if (paths.length > 1) {
    const list = paths.map((path) => basename(path)).join(', ');
    throw new AgentOsError('CONFIG_AMBIGUOUS', `${repoDir} holds more than one config: ${list}. Keep one.`);
  }
  return paths[0] ?? null;
}

/** Also a link that leads nowhere is there: a config that was meant must not be passed over. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function hasConfigField(manifest: string): boolean {
  const text = readConfig(manifest);
  if (!text.includes('"agentos"')) return false;
  const data = parseJson(manifest, text);
  return typeof data === 'object' && data !== null && 'agentos' in data;
}

function readConfig(path: string): string {
  try {
    return readTextFile(realpathSync(path), largestConfig).text;
  } catch (error) {
    if (error instanceof AgentOsError)
      throw new AgentOsError('CONFIG_INVALID', `${path}: ${error.message}`, { cause: error });
    throw new AgentOsError('CONFIG_INVALID', `${path}: cannot be read`, { cause: error });
  }
}

/** In a package.json the config is one field. */
function pickField(path: string, data: unknown): unknown {
  const isManifest = basename(path) === 'package.json' && typeof data === 'object' && data !== null;
  return isManifest && 'agentos' in data ? data.agentos : data;
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const line = message.match(/\(line (\d+)/)?.[1] ?? String(text.trimEnd().split('\n').length);
    // What follows quotes the text, which may hold a key; and so does the cause.
    const why = message.replace(/ in JSON at position.*$/s, '').replace(/, (\.{3})?".*$/s, '');
    throw new AgentOsError('CONFIG_INVALID', `${path}:${line}: not JSON: ${why}`);
  }
}

function takeObject(path: string, data: unknown): Record<string, unknown> {
  if (isPlain(data)) return Object.fromEntries(Object.entries(data));
  throw new AgentOsError('CONFIG_INVALID', `${path}:1: a config is an object of settings, such as { "parallel": 3 }`);
}

function isPlain(data: unknown): data is object {
  return typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype;
}

/** In a package.json only what lies in the one field. */
function listKeys(path: string, text: string): KeyPlace[] {
  const all = scanKeys(text);
  if (basename(path) !== 'package.json') return all;
  return all.flatMap((place) => (place.path[0] === 'agentos' ? [{ ...place, path: place.path.slice(1) }] : []));
}

/** JSON would silently keep the last one: a credential, or a budget, would be gone. */
function refuseRepeated(path: string, places: readonly KeyPlace[]): void {
  const seen = new Set<string>();
  for (const { path: keys, line } of places) {
    const whole = JSON.stringify(keys);
    if (seen.has(whole))
      throw new AgentOsError('CONFIG_INVALID', `${path}:${line}: ${quoteUnlessKey(keys.at(-1))} is given twice`);
    seen.add(whole);
  }
}

function untrusted(path: string): AgentOsError {
  const what = `${path} lies in an agent's worktree or on an agent's branch, and is never loaded`;
  return new AgentOsError('CONFIG_UNTRUSTED', `${what}. Run in your own checkout, on a branch of yours.`);
}
