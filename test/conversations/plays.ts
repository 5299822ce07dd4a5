import type { DraftContent } from '../../src/governance/lld/draft-form.ts';
import type { Edit, Edits } from '../../src/governance/lld/edits.ts';
import type { Verdict, VerdictFinding } from '../../src/governance/verdict/verdict.ts';
import { Bench } from '../workflows/requirements/bench.ts';
import { dryRunContent, dryRunIssue } from './content.ts';

/** One reply of a script, word for word. */
export interface Said {
  readonly text: string;
}

export interface Replies {
  readonly 'check-issue'?: readonly Said[];
  readonly draft?: readonly Said[];
  readonly revise?: readonly Said[];
  readonly review: readonly Said[];
}

/** A conversation about the dry run: whoever has nothing to say about the draft gets the one of `dryRunContent`. */
export function openTalk(replies: Replies, issueText = dryRunIssue): Bench {
  return new Bench({ 137: { draft: [drafts()], ...replies } }, issueText);
}

function say(value: unknown): Said {
  return { text: JSON.stringify(value) };
}

export function drafts(changes: Partial<DraftContent> = {}): Said {
  return say({ ...dryRunContent, ...changes });
}

export function revises(edits: readonly Edit[], declined: Edits['declined'] = []): Said {
  return say({ edits, declined });
}

/** Puts `replace` in the place of `find`, in answer to the first finding. */
export function edit(section: string, find: string | null, replace: string, answers: readonly number[] = [1]): Edit {
  return { answers: [...answers], section, find, replace };
}

export function checksIssue(contradictions: readonly object[] = [], untestable: readonly object[] = []): Said {
  return say({ contradictions, untestable });
}

const covered: Verdict['coverage'] = dryRunContent.requirements.map((text, at) => ({
  requirement: at + 1,
  text,
  scenarios: [`0${at + 1}0`],
}));

export function makeVerdict(verdict: Verdict['verdict'], changes: Partial<Verdict> = {}): Verdict {
  return {
    verdict,
    title: '137 - Add a dry run',
    reviewer: 'the scripted reviewer',
    summary: `The words that led to ${verdict}.`,
    findings: [],
    resolvedQuestions: [],
    coverage: covered,
    questions: [],
    ...changes,
  };
}

export function approves(changes: Partial<Verdict> = {}): Said {
  return say(makeVerdict('APPROVED', changes));
}

export function discusses(...questions: string[]): Said {
  return say(makeVerdict('DISCUSS', { questions }));
}

export function sendsBack(...findings: VerdictFinding[]): Said {
  return say(makeVerdict('REVISE', { findings }));
}

/** A finding of tier 2. */
export function finding(
  title: string,
  section: string | null = null,
  detail = `Why ${title} matters.`,
): VerdictFinding {
  return { tier: 2, category: 'Quality', title, detail, section, quote: null, recommendation: null };
}
