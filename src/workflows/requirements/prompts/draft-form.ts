import type { Check } from '../../../governance/checks/check.ts';
import { proseSections } from '../../../governance/lld/draft.ts';
import { lldTemplate, scenarioTypes, type TemplateSection } from '../../../governance/lld/template.ts';
import { listDemandedChecks } from './demanded-checks.ts';
import { exampleContent } from './example-draft.ts';

/** The form of a first draft: the content of our template as JSON, told from the same data that it is rendered by. */
export function renderDraftForm(): string {
  return [
    'Reply with one JSON object and nothing else: the content of the design. The tool writes the document from it, with its',
    'header, its title, its headings and tables. The keys, and the sections that they fill:',
    '',
    ...lldTemplate.flatMap(({ subsections, ...section }) => [section, ...subsections]).flatMap(describeKey),
    '',
    '- Values are text in one line; those under `prose` are Markdown, with lists, tables and code as needed, and with no',
    '  heading above level 4.',
    '- The first requirement is REQ-1. Scenarios name requirements by number.',
    `- Scenario ids are "010", "020", "030" and so on; types are ${scenarioTypes.join(', ')}.`,
    '- Paths are relative to the repository.',
    '',
    listDemandedChecks(isAboutContent),
    '',
    'This is the content of a design of a small issue. It shows the form; nothing of its content is yours:',
    '',
    '<example>',
    JSON.stringify(exampleContent),
    '</example>',
  ].join('\n');
}

/** The tool writes title, headings and tables. */
function isAboutContent({ id }: Check): boolean {
  return !/^(?:TITLE|SECTION|TABLE|HEADER)_|_TABLE_MISSING$|_COLUMN_|ISSUE_NUMBER|REQUIREMENT_(?:LABEL|UNORDERED)/.test(
    id,
  );
}

/** The keys that are no prose. */
const keysOfSections: Readonly<Record<string, string>> = {
  '1': 'objective, related, openQuestions (answer: null only if nobody could assume one)',
  '2.1': 'files',
  '2.7': 'decisions',
  '3': 'requirements',
  '10.1': 'scenarios',
  '11': 'risks',
};

function describeKey({ number, title, guidance }: Omit<TemplateSection, 'subsections'>): string[] {
  const prose = proseSections.find(([, section]) => section === number)?.[0];
  const keys = keysOfSections[number] ?? (prose === undefined ? undefined : `prose.${prose}`);
  return keys === undefined ? [] : [`- ${keys}: section ${number}, ${title}. ${guidance}`];
}
