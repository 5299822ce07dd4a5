import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import { AgentOsError } from '../model/errors.ts';

/** Imports a config module: its default export, or what that promises, as plain data. */
export async function evaluateConfig(path: string): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import(pathToFileURL(path).href);
    const data = await module.default;
    refuseInstance(data);
    serialize(data);
    return data;
  } catch (error) {
    const why =
      error instanceof Error ? (String(error.message).trim().split('\n')[0] ?? '') : 'threw something that is no error';
    throw new AgentOsError('CONFIG_INVALID', `${path}:${lineOf(error, path)}: ${why}`);
  }
}

/** What a class made would arrive as something else: a config is data. */
function refuseInstance(data: unknown): void {
  const prototype = typeof data === 'object' && data !== null ? Object.getPrototypeOf(data) : null;
  if (prototype !== null && prototype !== Object.prototype) throw new Error('a config is a plain object of settings');
}

function lineOf(error: unknown, path: string): string {
  const stack = error instanceof Error ? String(error.stack) : '';
  const place = [pathToFileURL(path).href, path].find((name) => stack.includes(`${name}:`));
  if (place === undefined) return '1';
  return stack.slice(stack.indexOf(`${place}:`) + place.length + 1).match(/^\d+/)?.[0] ?? '1';
}
