import type { Finding } from '../../governance/finding.ts';
import { listUnanswered } from '../../governance/gate.ts';
import type { LldSection } from '../../governance/lld/document.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { sharedPart, significantWords } from '../../governance/significant-words.ts';
import { isProved, type Verdict, type VerdictFinding } from '../../governance/verdict/verdict.ts';
import { verifyQuotes } from '../../governance/verdict/verify-quotes.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import { cutText } from '../../model/text.ts';
import type { CheckedDraft } from './checked-draft.ts';
import type { Demand } from './demand.ts';
import { listAsked, type Review, type Round } from './round.ts';

/** Everything that was found in a draft. */
export function listDemands(checked: CheckedDraft, { verdict }: Review, person: PersonsAnswer | null): Demand[] {
  const { sections } = parseLld(checked.text);
  const untrue = new Set(verifyQuotes(verdict, checked.text).map(({ finding }) => finding));
  // The offline reviewer says what the checks say. Their errors stay theirs: a check asks for form, and allows nothing.
  const errors = new Set(checked.findings.filter(({ severity }) => severity === 'error').map(wordsOfCheck));
  const said = verdict.findings.flatMap((finding, at) =>
    errors.has(wordsOfRemark(finding)) ? [] : [ofReviewer(finding, !untrue.has(at + 1))],
  );
  const known = new Set(verdict.findings.map(wordsOfRemark));
  const found = checked.findings.filter(
    (finding) => finding.severity === 'error' || (finding.severity === 'warning' && !known.has(wordsOfCheck(finding))),
  );
  const isSettled = person?.answer === 'approve' || Boolean(person?.note);
  const open = isSettled ? [] : listOpen(verdict);
  const isUnsaid = person === null && verdict.verdict === 'REVISE' && verdict.findings.length + open.length === 0;
  return [
    ...(person?.note ? [ofPerson(person.note)] : []),
    ...said,
    ...open,
    ...(isUnsaid ? ofSummary(verdict.summary) : []),
    ...found.map((finding) => ofCheck(finding, sections)),
    ...checked.openQuestions.map((text) => askAgain(text, verdict)),
  ];
}

function wordsOfCheck({ check, message }: Finding): string {
  return `${check} ${message}`;
}

function wordsOfRemark({ title, detail }: VerdictFinding): string {
  return `${title} ${detail}`;
}

/** What persons have decided so far, in their own words; a yes to a reviewer who asks is a decision without any. */
export function listDecisions(rounds: readonly Round[]): string[] {
  return listDecided(rounds).map(({ person }) => person?.note ?? 'The design stands as it is.');
}

const longestQuestion = 2000;

/** What they were asked, by the numbers of their decisions: an answer says little without it, and these are not their words. */
export function listAnswered(rounds: readonly Round[]): string[] {
  return listDecided(rounds).flatMap(({ review: { verdict } }, at) =>
    verdict.verdict === 'DISCUSS'
      ? [`Decision ${at + 1} answers: ${cutText(listAsked(verdict).join(' / '), longestQuestion)}`]
      : [],
  );
}

function listDecided(rounds: readonly Round[]): Round[] {
  const isYes = ({ person, review }: Round) => person?.answer === 'approve' && review.verdict.verdict === 'DISCUSS';
  return rounds.filter((round) => Boolean(round.person?.note) || isYes(round));
}

/** What the checks found, for a reviewer. */
export function describeFindings({ text, findings }: CheckedDraft): string[] {
  const { sections } = parseLld(text);
  return findings.map((finding) => describeFinding(finding, sectionAt(sections, finding.line)));
}

/** What a reviewer leaves open beside the findings: it keeps a design from being approved. */
function listOpen(verdict: Verdict): Demand[] {
  const unproved = verdict.coverage.filter((row) => !isProved(row));
  return [
    ...verdict.questions.map((text) => ask('The reviewer asks', text)),
    ...listUnanswered(verdict).map((text) => ask('The reviewer finds no answer to this question', text)),
    ...unproved.map(({ requirement }) => ofCoverage(`No scenario proves REQ-${requirement}`)),
  ];
}

function ofCoverage(text: string): Demand {
  return { from: 'coverage', key: text, text, about: text, section: '10.1', isBlocking: true };
}

function ofPerson(note: string): Demand {
  return { from: 'person', key: note, text: `A person decided: ${note}`, about: note, section: null, isBlocking: true };
}

function ofReviewer(finding: VerdictFinding, isQuoteTrue: boolean): Demand {
  const { title, detail, section, tier } = finding;
  const about = `${title}. ${detail}`;
  return {
    from: 'reviewer',
    key: title,
    text: describeRemark(finding, isQuoteTrue),
    about,
    section,
    isBlocking: tier !== 3,
  };
}

/** Of a reviewer who sends a design back and lists nothing: then this is all that tells why. */
function ofSummary(summary: string): Demand[] {
  if (summary.trim() === '') return [];
  const text = `The reviewer says REVISE: ${summary}`;
  return [{ from: 'reviewer', key: summary, text, about: summary, section: null, isBlocking: true }];
}

function ask(who: string, question: string): Demand {
  return {
    from: 'question',
    key: question,
    text: `${who}: ${question}`,
    about: question,
    section: '1',
    isBlocking: true,
  };
}

/** Enough of its words, and it is the same question. */
const leastShared = 0.6;

/** A question of the design that is open; what its reviewer would answer is told, or the next review would say it. */
function askAgain(question: string, { resolvedQuestions }: Verdict): Demand {
  const demand = ask('This question is open', question);
  const words = significantWords(question);
  const isSame = (other: string) => sharedPart(words, significantWords(other)) >= leastShared;
  const found = resolvedQuestions.find((one) => one.resolution.trim() !== '' && isSame(one.question));
  return found === undefined ? demand : { ...demand, text: `${demand.text} The reviewer answers: ${found.resolution}` };
}

/** Where the first of two stands: that changes with every line above it. */
const otherLine = / at line \d+$/;

/** What a check says holds for one line; the same fault elsewhere is the same demand. */
function ofCheck(finding: Finding, sections: readonly LldSection[]): Demand {
  const { message, severity, line } = finding;
  const section = sectionAt(sections, line);
  const text = describeFinding(finding, section);
  const key = wordsOfCheck(finding).replace(otherLine, '');
  return { from: 'check', key, text, about: message, section, isBlocking: severity === 'error' };
}

function sectionAt(sections: readonly LldSection[], line: number): string | null {
  const section = sections.find((one) => line >= one.line && line <= one.endLine);
  if (section === undefined) return null;
  return sectionAt(section.subsections, line) ?? section.number;
}

function describeFinding({ severity, check, line, message }: Finding, section: string | null): string {
  return `${severity} ${check} ${section === null ? `at line ${line}` : `in section ${section}`}: ${message}`;
}

function describeRemark(finding: VerdictFinding, isQuoteTrue: boolean): string {
  const { tier, title, detail, section, quote, recommendation } = finding;
  const place = section === null ? '' : ` (${section})`;
  const origin = isQuoteTrue ? '' : ', which are not in the document';
  const words = quote ? ` About the words "${quote}"${origin}.` : '';
  const advice = recommendation === null ? '' : ` Recommendation: ${recommendation}`;
  return `Tier ${tier}${place}: ${title}: ${detail}${words}${advice}`;
}
