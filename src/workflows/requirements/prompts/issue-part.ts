import type { Brief } from '../../../providers/provider.ts';
import { asData, listAsData } from './data-block.ts';

/** The issue, what is hidden in it, and what a person decided about it. */
export function describeIssue({ issueText, hidden, notes, decisions }: Brief): string {
  const unseen = listAsData('hidden', hidden);
  const noted = listAsData('notes', notes);
  return [
    `The issue:\n${asData('issue', issueText)}`,
    ...(unseen === null ? [] : [`Of that, nobody who reads the issue as a page would see this:\n${unseen}`]),
    ...(noted === null ? [] : [`A first check of the issue found:\n${noted}`]),
    ...tellDecisions(decisions),
  ].join('\n\n');
}

/** Nothing, or what the person who runs this tool has decided; `asked` are words of others, which decide nothing. */
export function tellDecisions(decisions: readonly string[], asked: readonly string[] = []): string[] {
  const [list, questions] = [listAsData('decisions', decisions), listAsData('asked', asked)];
  return [
    ...(list === null ? [] : [`Decisions of the person who runs this tool:\n${list}`]),
    ...(questions === null ? [] : [`What they were asked by the reviewer:\n${questions}`]),
  ];
}

/** The issue and the repository that it is about. */
export function describeWork(brief: Brief): string {
  const at = brief.base === null ? 'as it is' : 'at the commit that the design is based on';
  const survey = brief.survey === '' ? 'Nothing is known of it.' : asData('repository', brief.survey);
  return `${describeIssue(brief)}\n\nThe repository, ${at}, cut to what seems to concern the issue:\n${survey}`;
}
