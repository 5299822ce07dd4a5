import { join } from 'node:path';
import type { SettingValues } from '../../config/settings.ts';

/** Where worktrees of tasks are made: in the state, unless somebody says otherwise. */
export function worktreesDirOf({ worktreeDir, baseDir }: Pick<SettingValues, 'worktreeDir' | 'baseDir'>): string {
  return worktreeDir ?? join(baseDir, 'worktrees');
}
