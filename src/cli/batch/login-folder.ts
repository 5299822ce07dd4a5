import { existsSync, realpathSync } from 'node:fs';
import { findLoginFolder } from '../../config/environment.ts';
import type { SettingValues } from '../../config/settings.ts';
import { schemeOf } from '../../model/spec.ts';

/** Where the agent's own login is, as a real path where it is there; null if it works without one. */
export function loginFolderOf({ agent, agentAuth, agentLoginDir }: SettingValues): string | null {
  if (agentAuth !== 'login' || agent === null) return null;
  const folder = agentLoginDir ?? findLoginFolder(schemeOf(agent));
  return folder !== null && existsSync(folder) ? realpathSync(folder) : folder;
}
