import { readIssueFacts } from '../offline/issue-facts.ts';
import type { Brief } from '../provider.ts';
import { asData, listAsData } from './data-block.ts';

/** The issue, and what the repository says of the paths in it. */
export function describeIssue(brief: Brief): string {
  return [`The issue:\n${asData('issue', brief.issueText)}`, describePaths(brief)].filter(Boolean).join('\n\n');
}

function describePaths({ issueText, base, hasPath }: Brief): string {
  if (base === null) return '';
  const paths = readIssueFacts(issueText).paths.map((path) => `${path} ${hasPath(path) ? 'exists' : 'does not exist'}`);
  const list = listAsData('paths', paths);
  return list === null ? '' : `Of the paths that the issue names, at the commit that the design is based on:\n${list}`;
}
