import { measureCoverage } from '../../../src/governance/coverage.ts';
import { findSection, type LldDocument } from '../../../src/governance/lld/document.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import type { Verdict, VerdictFinding } from '../../../src/governance/verdict/verdict.ts';

/** Shorter ones are rules, brackets and the like. */
const shortestLine = 40;

/** What a reviewer looks at in each round; in a fourth they begin again. */
const places: readonly (readonly string[])[] = [
  ['2.5', '7', '10.1'],
  ['2.6', '8', '10.1'],
  ['2.5', '5', '4'],
];

/** What the drafter adds in answer to finding `number` of a round; the document itself tells which round it is. */
export function markOf(round: number, number: number): string {
  return `in answer ${round}.${number}`;
}

/** How often a document was revised. */
export function countRevisions(text: string): number {
  return Math.max(0, ...[...text.matchAll(/in answer (\d+)\.\d+/g)].map(([, round]) => Number(round)));
}

/** Sends a document back so often, each time with other findings that quote it; then approves it. */
export function review(text: string, name: { issue: string; title: string }, sendsBack: number): Verdict {
  const document = parseLld(text);
  const round = countRevisions(text) + 1;
  const findings = round > sendsBack ? [] : makeFindings(document, round);
  return {
    verdict: findings.length === 0 ? 'APPROVED' : 'REVISE',
    title: `${name.issue} - ${name.title}`,
    reviewer: 'openai:gpt-5-mini',
    summary:
      findings.length === 0
        ? 'The flow has one part for each requirement, and each is proved. What was found before is answered.'
        : 'The flow is sound and each requirement has scenarios. The places below would be built in two ways by two people.',
    findings,
    resolvedQuestions: document.openQuestions.map((question) => ({
      question: question.text,
      resolution: question.answer ?? 'Yes.',
    })),
    coverage: measureCoverage(document).matrix.map(({ requirement, text: words, scenarios }) => ({
      requirement,
      text: words.split(' ').slice(0, 6).join(' '),
      scenarios: [...scenarios],
    })),
    questions: [],
  };
}

function makeFindings(document: LldDocument, round: number): VerdictFinding[] {
  const sections = places[(round - 1) % places.length] ?? [];
  return sections.map((section, at) => {
    const quote = section === '10.1' ? quoteScenario(document, round) : quoteLine(document, section, round);
    const part = /[Tt]he ([\w-]+)|`([\w-]+)`/.exec(quote)?.slice(1).find(Boolean) ?? 'part';
    return {
      tier: 2,
      category: 'Quality',
      title: `What ${part} does in the end is left open (${round}.${at + 1})`,
      detail: `Section ${section} does not say how often the ${part} tries, nor what becomes of the page when it gives up. Two people would build two things from it.`,
      section,
      quote,
      recommendation: `Give the bound as a number, and say where the page of the ${part} lies afterwards.`,
    };
  });
}

/** A line that says something, and that nobody has answered yet. */
function quoteLine(document: LldDocument, section: string, round: number): string {
  const lines = (findSection(document.sections, section)?.body ?? '').split('\n');
  const open = lines.filter((line) => line.length >= shortestLine && !line.includes('in answer'));
  return (open[(round * 5) % open.length] ?? '').replace(/^ *(?:\d+\.|-) /, '').trim();
}

function quoteScenario({ scenarios }: LldDocument, round: number): string {
  const open = scenarios.filter(({ passCriteria }) => !passCriteria.includes('in answer'));
  return open[(round * 7) % open.length]?.passCriteria ?? '';
}
