import { settingKeys, settings } from '../config/settings.ts';
import type { SettingFlags } from './flags.ts';

/** Flag values by the flag's name: the resolver alone validates them. */
export function collectFlags(flags: SettingFlags): Map<string, string> {
  const given = new Map<string, unknown>(Object.entries(flags));
  const values = new Map<string, string>();
  for (const key of settingKeys) {
    const flag = settings[key].flag;
    const value = given.get(flag ?? '');
    if (flag !== null && typeof value === 'string') values.set(flag, value);
  }
  return values;
}
