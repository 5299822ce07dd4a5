import { type DraftHeader, type LldDraft, proseSections } from './draft.ts';
import { joinTitle } from './issue-id.ts';
import { normaliseDraft } from './normal-draft.ts';
import { finalizedHeading } from './outline.ts';
import { renderTable } from './render-table.ts';
import {
  decisionColumns,
  fileColumns,
  lldTemplate,
  riskColumns,
  scenarioColumns,
  type TemplateSection,
} from './template.ts';

/** Writes a draft in our template; the original issue, if any, ends the document verbatim. */
export function renderLld(draft: LldDraft): string {
  const normal = normaliseDraft(draft);
  const bodies = renderBodies(normal);
  const parts = [
    ...(normal.header === null ? [] : [renderHeader(normal.header)]),
    `# ${joinTitle(normal.issue, normal.title)}`,
    ...lldTemplate.flatMap((section) => renderSection(section, bodies)),
    ...(normal.reviewLog === '' ? [] : ['## Appendix: Review Log', normal.reviewLog]),
  ];
  const document = `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  if (normal.originalIssue === null) return document;
  return `${document}\n## Original Issue #${normal.issue}\n${normal.originalIssue}`;
}

function renderSection(section: TemplateSection, bodies: ReadonlyMap<string, string>): string[] {
  const subsections = section.subsections.flatMap(({ number, title }) => [
    `### ${number} ${title}`,
    bodies.get(number) ?? '',
  ]);
  return [`## ${section.number}. ${section.title}`, bodies.get(section.number) ?? '', ...subsections];
}

function renderBodies(draft: LldDraft): Map<string, string> {
  const bodies = new Map([
    ['1', renderContext(draft)],
    ['2.1', renderFiles(draft)],
    ['2.7', renderDecisions(draft)],
    ['3', draft.requirements.map((text, index) => `${index + 1}. REQ-${index + 1}: ${text}`).join('\n')],
    ['10.1', renderScenarios(draft)],
    ['11', renderRisks(draft)],
  ]);
  for (const [field, number] of proseSections) bodies.set(number, draft.prose[field]);
  return bodies;
}

/** What stands above the title of a document that we write. */
export function renderHeader({ path, status, reviews, base }: DraftHeader): string {
  const lines = [`Path: ${path}`, `Status: ${status}`, `Reviews: ${reviews}`];
  if (base !== null) lines.push(`Base: ${base}`);
  return `# ${finalizedHeading}\n\n${lines.join('\n')}\n\n---`;
}

function renderContext({ issue, objective, status, related, openQuestions }: LldDraft): string {
  const facts = [
    `* **Issue:** #${issue}`,
    `* **Objective:** ${objective}`,
    `* **Status:** ${status}`,
    `* **Related Issues:** ${related}`,
  ].join('\n');
  const questions = openQuestions.flatMap(({ question, answer }) =>
    answer === null ? [`- [ ] ${question}`] : [`- [x] ${question}`, `  - **Answer:** ${answer}`],
  );
  return [facts, '### Open Questions', questions.length === 0 ? 'None.' : questions.join('\n')].join('\n\n');
}

function renderFiles({ files }: LldDraft): string {
  const rows = files.map(({ path, change, description }) => [`\`${path}\``, change, description]);
  return renderTable(fileColumns, rows);
}

function renderDecisions({ decisions }: LldDraft): string {
  const rows = decisions.map(({ decision, options, choice, rationale }) => [decision, options, choice, rationale]);
  return renderTable(decisionColumns, rows);
}

function renderScenarios({ scenarios }: LldDraft): string {
  const rows = scenarios.map(({ id, title, type, input, expected, passCriteria, requirements }) => {
    const names = requirements.map((number) => `REQ-${number}`).join(', ');
    return [id, title, type, input, expected, passCriteria, names];
  });
  return renderTable(scenarioColumns, rows);
}

function renderRisks({ risks }: LldDraft): string {
  const rows = risks.map(({ risk, impact, likelihood, mitigation }) => [risk, impact, likelihood, mitigation]);
  return renderTable(riskColumns, rows);
}
