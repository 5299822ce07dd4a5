import { boldText, cellText, inlineText, lineText } from './model-text.ts';
import { parseStatement } from './statement.ts';
import {
  blockingCategories,
  highPriorityCategories,
  isProved,
  type Verdict,
  type VerdictFinding,
  verdictWords,
} from './verdict.ts';

const choices: Record<Verdict['verdict'], string> = {
  APPROVED: 'Implementation may start',
  REVISE: 'Tier 1 and Tier 2 findings come first',
  DISCUSS: 'A person has to decide',
};

/** Contract: `readVerdict` of the rendered text gives back the same verdict word, whatever the texts contain. */
export function renderVerdict(verdict: Verdict): string {
  const sections = [
    [`# LLD Review: ${inlineText(verdict.title)}`],
    ['## Identity Confirmation', `I am ${inlineText(verdict.reviewer)}, reviewer of this design.`],
    ['## Review Summary', lineText(verdict.summary)],
    ['## Open Questions Resolved', ...renderResolved(verdict.resolvedQuestions)],
    ['## Requirement Coverage Analysis (MANDATORY)', '', ...renderCoverage(verdict.coverage)],
    ...renderTiers(verdict.findings),
    ['## Questions for Orchestrator', ...renderQuestions(verdict.questions)],
    [
      '## Verdict',
      ...verdictWords.map((word) => `[${word === verdict.verdict ? 'x' : ' '}] **${word}** - ${choices[word]}`),
    ],
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function renderResolved(resolved: Verdict['resolvedQuestions']): string[] {
  if (resolved.length === 0) return ['The design left no question open.'];
  return resolved.map(
    ({ question, resolution }) => `- [x] ~~${inlineText(question)}~~ **RESOLVED: ${boldText(resolution)}**`,
  );
}

function renderCoverage(coverage: Verdict['coverage']): string[] {
  if (coverage.length === 0) return ['The reviewer listed no requirements.'];
  const rows = coverage.map((row) => {
    const { requirement, text, scenarios } = row;
    const status = isProved(row) ? '✓ Covered' : '✗ Missing';
    return `| ${requirement} | ${cellText(text)} | ${scenarios.map(cellText).join(', ') || '-'} | ${status} |`;
  });
  const covered = coverage.filter(isProved).length;
  const percent = Math.floor((covered / coverage.length) * 100);
  return [
    '**Section 3 Requirements:**',
    '',
    '| # | Requirement | Test(s) | Status |',
    '|---|-------------|---------|--------|',
    ...rows,
    '',
    `**Coverage Calculation:** ${covered} requirements covered / ${coverage.length} total = **${percent}%**`,
    '',
    `**Verdict:** ${covered === coverage.length ? 'PASS' : 'FAIL'}`,
  ];
}

function renderTiers(findings: Verdict['findings']): string[][] {
  const suggestions = findings.filter((finding) => finding.tier === 3);
  return [
    ['## Tier 1: BLOCKING Issues'],
    ...blockingCategories.map((category) => renderCategory(category, findings)),
    ['## Tier 2: HIGH PRIORITY Issues'],
    ...highPriorityCategories.map((category) => renderCategory(category, findings)),
    [
      '## Tier 3: SUGGESTIONS',
      ...(suggestions.length > 0 ? suggestions.flatMap((one) => renderFinding(one, '-')) : ['- None.']),
    ],
  ];
}

function renderCategory(category: VerdictFinding['category'], findings: Verdict['findings']): string[] {
  const own = findings.filter((finding) => finding.category === category);
  const items = own.length > 0 ? own.flatMap((finding) => renderFinding(finding, '- [ ]')) : ['- [ ] No issues found.'];
  return [`### ${category}`, ...items];
}

function renderFinding(finding: VerdictFinding, bullet: string): string[] {
  const { title, detail, section, quote, recommendation } = finding;
  return [
    `${bullet} ${renderLead(title, detail)}`.trimEnd(),
    ...(section === null ? [] : [`    - **Section:** ${inlineText(section)}`]),
    ...(quote === null || inlineText(quote) === '' ? [] : [`    > ${lineText(quote)}`]),
    ...(recommendation === null ? [] : [`    - **Recommendation:** ${inlineText(recommendation)}`]),
  ];
}

/** A finding that reads like a verdict is no verdict. */
function renderLead(title: string, detail: string): string {
  const lead = `**${renderLabel(title)}** ${inlineText(detail)}`;
  return parseStatement(lead).word === null ? lead : `**${renderLabel(`Finding: ${title}`)}** ${inlineText(detail)}`;
}

/** The colon is escaped along with the title: one that ends in "Verdict" would make a Verdict line with it. */
function renderLabel(title: string): string {
  return boldText(inlineText(title) === '' ? 'Untitled:' : `${title}:`);
}

function renderQuestions(questions: Verdict['questions']): string[] {
  if (questions.length === 0) return ['1. None.'];
  return questions.map((question, index) => `${index + 1}. ${lineText(question)}`.trimEnd());
}
