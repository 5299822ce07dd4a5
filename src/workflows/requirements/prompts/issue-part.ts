import type { Brief } from '../../../providers/provider.ts';
import { asData, listAsData } from './data-block.ts';

/** The issue, what is hidden in it, and what a person decided about it. */
export function describeIssue({ issueText, hidden, notes, decisions }: Brief): string {
  const unseen = listAsData('hidden', hidden);
  const noted = listAsData('notes', notes);
  const decided = listAsData('decisions', decisions);
  return [
    `The issue:\n${asData('issue', issueText)}`,
    ...(unseen === null ? [] : [`Of that, nobody who reads the issue as a page would see this:\n${unseen}`]),
    ...(noted === null ? [] : [`A first check of the issue found:\n${noted}`]),
    ...(decided === null ? [] : [`The person who runs this tool has decided about the issue:\n${decided}`]),
  ].join('\n\n');
}

/** The issue and the repository that it is about. */
export function describeWork(brief: Brief): string {
  const at = brief.base === null ? 'as it is' : 'at the commit that the design is based on';
  const survey = brief.survey === '' ? 'Nothing is known of it.' : asData('repository', brief.survey);
  return `${describeIssue(brief)}\n\nThe repository, ${at}, cut to what seems to concern the issue:\n${survey}`;
}
