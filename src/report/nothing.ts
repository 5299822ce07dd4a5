import { showPath } from '../model/paths.ts';
import { showSafely } from '../model/text.ts';
import type { Plan } from '../plan/plan.ts';
import { limitLines, renderCount } from './figures.ts';

/** Where inputs were looked for: absolute paths. */
interface LookedIn {
  readonly repoDir: string;
  readonly settings: { readonly lldDir: string; readonly issuesDir: string };
}

const mostIds = 10;

/** Why there is nothing to implement, and what to do about it; nothing where all was built, or more was said elsewhere. */
export function explainNothing(plan: Plan, { repoDir, settings }: LookedIn): string[] {
  const [lldDir, issuesDir] = [showPath(repoDir, settings.lldDir), showPath(repoDir, settings.issuesDir)];
  const { workflow, skipped, rejected, tasks } = plan;
  if (workflow === 'requirements' || tasks.length > 0) return [];
  const unapproved = skipped.filter(({ reason }) => reason === 'unapproved').map(({ id }) => id);
  if (unapproved.length > 0) return [showSafely(explainUnapproved(unapproved, lldDir))];
  if (skipped.length > 0 || rejected.length > 0) return [];
  const fix =
    workflow === 'run'
      ? `write an issue (${issuesDir}/1-title.md), or name the folders by --issues and --lld-dir`
      : 'make designs of issues by `agentos requirements`, or name their folder by --lld-dir';
  const what =
    workflow === 'run' ? `neither issues in ${issuesDir} nor designs in ${lldDir}` : `no design in ${lldDir}`;
  return [showSafely(`found ${what} (repository ${repoDir}): ${fix}`)];
}

function explainUnapproved(ids: readonly string[], lldDir: string): string {
  const list = limitLines(ids, mostIds).join(', ');
  const record = 'docs/lineage/<id>-lld/approval.json';
  const fix = `have them reviewed by \`agentos requirements\`, or build them as they are by \`--ids ${ids[0]} --force\``;
  return `${renderCount(ids.length, 'design')} in ${lldDir} without a record of an approval (${record}): ${list}; ${fix}`;
}
