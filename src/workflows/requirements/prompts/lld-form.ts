import { renderLld } from '../../../governance/lld/render-lld.ts';
import {
  decisionColumns,
  fileColumns,
  lldTemplate,
  riskColumns,
  scenarioColumns,
  scenarioTypes,
  type TemplateSection,
} from '../../../governance/lld/template.ts';
import { listDemandedChecks } from './demanded-checks.ts';
import { exampleDraft } from './example-draft.ts';

/** The form of the document itself, as our parser reads it and our checks demand it. */
export function renderLldForm(): string {
  return [
    'A design (LLD) is one Markdown document. Its sections have exactly these numbers and titles:',
    '',
    ...lldTemplate.flatMap(listSection),
    '',
    ...grammar,
    '',
    listDemandedChecks(),
    '',
    'This is a complete design of a small issue. It shows the form; nothing of its content is yours:',
    '',
    '<example>',
    renderLld(exampleDraft).trim(),
    '</example>',
  ].join('\n');
}

const grammar: readonly string[] = [
  'Forms inside the sections:',
  '',
  '- Section 1 lists `* **Issue:** #ISSUE`, `* **Objective:** …`, `* **Status:** Draft`, `* **Related Issues:** …`, and',
  '  below a heading `### Open Questions` each question as `- [x] …` with a nested `- **Answer:** …`, or `None.`',
  `- Section 2.1 is a table with the columns ${fileColumns.join(' | ')}; paths in backticks, relative to the repository.`,
  `- Section 2.7 is a table with the columns ${decisionColumns.join(' | ')}.`,
  '- Section 3 is a numbered list: `1. REQ-1: …`, `2. REQ-2: …`',
  `- Section 10.1 is a table with the columns ${scenarioColumns.join(' | ')}`,
  `  (ids 010, 020, 030 and so on; types ${scenarioTypes.join(', ')}); the last column names requirements as REQ-1, REQ-2.`,
  `- Section 11 is a table with the columns ${riskColumns.join(' | ')}.`,
  '- A pipe inside a cell is written \\|. Headings inside a section start at level 4.',
];

function listSection({ number, title, guidance, subsections }: TemplateSection): string[] {
  return [
    `## ${number}. ${title}: ${guidance}`,
    ...subsections.map((part) => `### ${part.number} ${part.title}: ${part.guidance}`),
  ];
}
