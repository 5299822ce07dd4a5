import type { IssueCheck } from '../../governance/issue-check/issue-check.ts';
import { renderTable } from '../../governance/lld/render-table.ts';
import { inlineText } from '../../governance/verdict/model-text.ts';

/** What was found in the issue itself, as a page of the lineage. */
export function renderIssueCheck({ contradictions, untestable }: IssueCheck, hidden: readonly string[]): string {
  const parts = [
    '# Issue Check',
    ...part(
      'Contradictions',
      ['First', 'Second', 'Question'],
      contradictions.map(({ first, second, question }) => [first, second, question]),
    ),
    ...part(
      'Untestable',
      ['Criterion', 'Why'],
      untestable.map(({ criterion, why }) => [criterion, why]),
    ),
    ...part(
      'Hidden Text',
      ['What nobody sees on the page'],
      hidden.map((text) => [text]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function part(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  return [
    `## ${title}`,
    renderTable(
      columns,
      rows.map((row) => row.map(inlineText)),
    ),
  ];
}
