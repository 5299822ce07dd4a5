import { hash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderLld } from '../../governance/lld/render-lld.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { Prepared } from '../../model/outcome.ts';
import type { WorkflowTask } from '../../model/task.ts';
import { draftOffline } from '../../providers/offline/draft-lld.ts';
import { resolveInput } from '../../store/input-file.ts';
import { prepareResult } from '../../store/results.ts';
import { decodeText, readFileBytes } from '../../store/text-file.ts';
import { readTreeFacts } from '../../worktrees/tree-facts.ts';

export interface TaskOrder {
  readonly task: WorkflowTask;
  readonly repoDir: string;
  readonly roots: readonly string[];
  readonly maxInputBytes: number;
}

/** Load the issue, draft, and lay both beside their place in the lineage. Review and approval follow later. */
export function executeTask(order: TaskOrder): Prepared {
  const { task, repoDir } = order;
  const issue = loadIssue(order);
  const draft = draftOffline({
    id: task.id,
    title: task.title,
    issueText: decodeText(issue),
    outputPath: task.outputPath,
    ...treeOf(repoDir),
  });
  const lineage = `docs/lineage/${task.id}-lld`;
  const next = highestNumber(join(repoDir, lineage)) + 1;
  const results = [
    { path: `${lineage}/${showNumber(next)}-issue.md`, content: issue },
    { path: `${lineage}/${showNumber(next + 1)}-draft.md`, content: Buffer.from(renderLld(draft)) },
  ];
  for (const { path, content } of results) prepareResult(repoDir, path, content);
  return { files: results.map(({ path, content }) => ({ path, sha256: hash('sha256', content, 'hex') })) };
}

/** The raw bytes, exactly as planned: the trail must carry what the approval will be bound to. */
function loadIssue({ task, repoDir, roots, maxInputBytes }: TaskOrder): Buffer {
  const issue = readFileBytes(resolveInput(resolve(repoDir, task.inputPath), roots), maxInputBytes);
  if (hash('sha256', issue, 'hex') === task.inputSha256) return issue;
  throw new AgentOsError('ISSUE_CHANGED', 'the issue changed after it was planned: run again');
}

function treeOf(repoDir: string) {
  const facts = readTreeFacts(repoDir, null);
  if (facts.kind === 'none') return { base: null, hasPath: (path: string) => existsSync(join(repoDir, path)) };
  return { base: facts.commit, hasPath: facts.hasPath };
}

/** Numbers go on from the highest one ever used, also by a temporary file: nothing of the trail is overwritten. */
function highestNumber(folder: string): number {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const names = isFolder ? readdirSync(folder) : [];
  return Math.max(0, ...names.map((name) => Number(name.match(/^(\d{3,9})-/)?.[1] ?? 0)));
}

function showNumber(value: number): string {
  return String(value).padStart(3, '0');
}
