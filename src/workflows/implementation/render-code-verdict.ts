import { boldText, cellText, inlineText, lineText } from '../../governance/verdict/model-text.ts';
import { type Verdict, type VerdictFinding, verdictWords } from '../../governance/verdict/verdict.ts';

/** A review of code as a page. Contract: `readVerdict` of it gives back the same word, whatever the texts contain. */
export function renderCodeVerdict(verdict: Verdict): string {
  const parts = [
    `# Code Review: ${inlineText(verdict.title)}`,
    `By ${inlineText(verdict.reviewer)}.`,
    `## Review Summary\n\n${lineText(verdict.summary)}`,
    // By this name readers of verdicts know that what a table says of requirements is no verdict.
    `## Requirement Coverage Analysis (MANDATORY)\n\n${renderCoverage(verdict.coverage)}`,
    ...[1, 2, 3].map((tier) => renderTier(tier, verdict.findings)),
    `## Questions\n\n${renderList(verdict.questions.map(lineText))}`,
    ['## Verdict', ...verdictWords.map((word) => `[${word === verdict.verdict ? 'x' : ' '}] **${word}**`)].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderCoverage(coverage: Verdict['coverage']): string {
  if (coverage.length === 0) return 'The reviewer listed none.';
  const rows = coverage.map(
    ({ requirement, text, scenarios }) =>
      `| ${requirement} | ${cellText(text)} | ${scenarios.map(cellText).join(', ') || '-'} |`,
  );
  return ['| # | Requirement | Proved by |', '|---|---|---|', ...rows].join('\n');
}

function renderTier(tier: number, findings: readonly VerdictFinding[]): string {
  const own = findings.filter((finding) => finding.tier === tier).map(renderFinding);
  return `## Tier ${tier}\n\n${renderList(own)}`;
}

function renderFinding({ category, title, detail, section, quote, recommendation }: VerdictFinding): string {
  const place = section === null ? '' : ` (${inlineText(section)})`;
  const parts = [
    `**${boldText(`${title}:`)}** ${inlineText(detail)}${place}`,
    ...(category === null ? [] : [`Category ${category}.`]),
    ...(quote ? [`About: ${inlineText(quote)}`] : []),
    ...(recommendation === null ? [] : [`Recommendation: ${inlineText(recommendation)}`]),
  ];
  return parts.join(' ');
}

function renderList(items: readonly string[]): string {
  return items.length === 0 ? '- None.' : items.map((item) => `- ${item}`).join('\n');
}
