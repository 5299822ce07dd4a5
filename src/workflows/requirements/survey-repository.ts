import { schemeOf } from '../../model/spec.ts';
import { openFolderReader } from '../../worktrees/folder-reader.ts';
import { openTreeReader } from '../../worktrees/tree-reader.ts';
import type { WorkflowContext } from '../workflow.ts';
import type { LoadedIssue } from './load-issue.ts';
import type { RequirementsOrder } from './order.ts';

/** What those who are asked in words are told of the repository; nothing if nobody is. */
export async function survey(context: WorkflowContext, order: RequirementsOrder, issue: LoadedIssue): Promise<string> {
  return await context.step('survey-repository', async () => {
    if (!isAskedInWords(order.drafter) && !isAskedInWords(order.reviewer)) return '';
    const { repoDir, task } = order;
    // Parsers are not loaded where nobody reads what they find.
    const { surveyRepository } = await import('../../survey/survey.ts');
    const reader = issue.base === null ? openFolderReader(repoDir) : openTreeReader(repoDir, issue.base);
    const found = await surveyRepository(reader, { title: task.title, text: issue.text });
    context.log(`survey: ${found.files} files, ${found.tokens} tokens`);
    return found.text;
  });
}

function isAskedInWords(spec: string): boolean {
  const scheme = schemeOf(spec);
  return scheme !== 'offline' && scheme !== 'scripted';
}
