import { hash } from 'node:crypto';
import { basename } from 'node:path';
import { renderMatrix } from '../../governance/coverage.ts';
import type { Finding } from '../../governance/finding.ts';
import { renderTable } from '../../governance/lld/render-table.ts';
import { inlineText } from '../../governance/verdict/model-text.ts';
import type { CheckedDraft } from './checked-draft.ts';

/** The mechanical check as a page of the lineage; the hash tells which text it speaks of. */
export function renderCheck({ text, path, findings, errors, repaired, coverage }: CheckedDraft): string {
  const parts = [
    '# Mechanical Check',
    `${errors === 0 ? 'No error was found.' : `Errors: ${errors}.`} No model took part in this.`,
    `It speaks of \`${basename(path)}\`, SHA-256 \`${hash('sha256', text, 'hex')}\`: exactly what goes to review.`,
    '## Findings',
    renderFindings(findings),
    '## Repaired',
    renderFindings(repaired),
    '## Requirement Coverage',
    renderMatrix(coverage).trimEnd(),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return 'None.';
  const rows = findings.map(({ severity, line, check, message }) => [severity, `${line}`, check, inlineText(message)]);
  return renderTable(['Severity', 'Line', 'Check', 'Message'], rows);
}
