import { settingKeys, settings } from '../config/settings.ts';
import type { SettingFlags } from './flags.ts';

/** Flag values by the flag's name: the resolver alone validates them. A flag without a value is an empty one. */
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
  return value === true ? '' : typeof value === 'string' ? value : null;
}
