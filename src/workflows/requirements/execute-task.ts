import { hash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { renderLld } from '../../governance/lld/render-lld.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { Prepared } from '../../model/outcome.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { draftOffline } from '../../providers/offline/draft-lld.ts';
import { prepareResult } from '../../store/results.ts';
import { readTextFile } from '../../store/text-file.ts';
import { readTreeFacts } from '../../worktrees/tree-facts.ts';

/** Load the issue, draft, and lay both beside their place in the lineage. Review and approval follow later. */
export function executeTask(task: WorkflowTask, repoDir: string, maxInputBytes: number): Prepared {
  const issue = readTextFile(join(repoDir, task.inputPath), maxInputBytes);
  if (issue.sha256 !== task.inputSha256)
    throw new AgentOsError('ISSUE_CHANGED', 'the issue changed after it was planned');
  const draft = draftOffline({
    id: task.id,
    title: task.title,
    issueText: issue.text,
    outputPath: task.outputPath,
    ...treeOf(repoDir),
  });
  const lineage = `docs/lineage/${task.id}-lld`;
  const next = countFiles(join(repoDir, lineage)) + 1;
  const results = [
    { path: `${lineage}/${number(next)}-issue.md`, text: issue.text },
    { path: `${lineage}/${number(next + 1)}-draft.md`, text: renderLld(draft) },
  ];
  for (const { path, text } of results) prepareResult(repoDir, path, text);
  return { files: results.map(({ path, text }) => ({ path, sha256: hash('sha256', text, 'hex') })) };
}

function treeOf(repoDir: string) {
  const facts = readTreeFacts(repoDir, null);
  if (facts.kind === 'none') return { base: null, hasPath: (path: string) => existsSync(join(repoDir, path)) };
  return { base: facts.commit, hasPath: facts.hasPath };
}

function countFiles(folder: string): number {
  try {
    return readdirSync(folder).filter((name) => /^\d{3}-/.test(name)).length;
  } catch {
    return 0;
  }
}

function number(value: number): string {
  return String(value).padStart(3, '0');
}
