import { settingKeys, settings } from '../config/settings.ts';
import { yesOrNo } from '../config/source-kinds.ts';
import type { SettingFlags } from './flags.ts';

/** Those that set a yes or a no. */
export const onOffFlags: ReadonlySet<string | null> = new Set(
  Object.values(settings).flatMap(({ kind, flag }) => (kind === yesOrNo ? [flag] : [])),
);

/** Flag values by the flag's name: the resolver alone validates them. A flag without a value is an empty one, `=no` is a no. */
export function collectFlags(flags: SettingFlags): Map<string, string> {
  const given = new Map<string, unknown>(Object.entries(flags));
  const values = new Map<string, string>();
  for (const key of settingKeys) {
    const flag = settings[key].flag;
    const value = toText(given.get(flag ?? ''));
    if (flag !== null && value !== null) values.set(flag, value);
  }
  return values;
}

function toText(value: unknown): string | null {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'boolean') return value ? '' : 'no';
  return typeof value === 'string' ? value : null;
}
