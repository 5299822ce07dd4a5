import { showPath } from '../model/paths.ts';
import { showSafely } from '../model/text.ts';
import type { Plan } from '../plan/plan.ts';
import { limitLines, renderCount } from './figures.ts';

/** Where inputs were looked for: absolute paths, and where issues come from. */
interface LookedIn {
  readonly repoDir: string;
  readonly settings: { readonly lldDir: string; readonly issuesDir: string; readonly source: string };
}

const mostIds = 10;

/** Why there is nothing to do, and what to do about it; nothing where all was done, or more was said elsewhere. */
export function explainNothing(plan: Plan, { repoDir, settings }: LookedIn): string[] {
  const [lldDir, issuesDir] = [showPath(repoDir, settings.lldDir), showPath(repoDir, settings.issuesDir)];
  const { workflow, skipped, rejected, tasks } = plan;
  if (tasks.length > 0) return [];
  const unapproved = skipped.filter(({ reason }) => reason === 'unapproved').map(({ id }) => id);
  if (unapproved.length > 0) return [showSafely(explainUnapproved(unapproved, lldDir))];
  if (skipped.length > 0 || rejected.length > 0) return [];
  const issues = lookForIssues(settings.source, issuesDir);
  const found = {
    requirements: [`no ${issues.what}`, issues.fix],
    implement: [
      `no design in ${lldDir}`,
      'make designs of issues by `agentos requirements`, or name their folder by --lld-dir',
    ],
    run: [`neither ${issues.what} nor designs in ${lldDir}`, `${issues.fix}, that of designs by --lld-dir`],
  }[workflow];
  return [showSafely(`found ${found[0]} (repository ${repoDir}): ${found[1]}`)];
}

function lookForIssues(source: string, issuesDir: string): { readonly what: string; readonly fix: string } {
  return source === 'folder'
    ? { what: `issues in ${issuesDir}`, fix: `write one (${issuesDir}/1-title.md), or name their folder by --issues` }
    : { what: `open issues of ${source}`, fix: 'all count that --label and --milestone let pass' };
}

function explainUnapproved(ids: readonly string[], lldDir: string): string {
  const list = limitLines(ids, mostIds).join(', ');
  const record = 'docs/lineage/<id>-lld/approval.json';
  const asTheyAre = `\`--ids ${ids[0]} --force\` builds one as it is`;
  const fix = `${asTheyAre}, \`agentos requirements\` makes them anew from their issues, and keeps these texts in the lineage`;
  return `${renderCount(ids.length, 'design')} in ${lldDir} without a record of an approval (${record}): ${list}; ${fix}`;
}
