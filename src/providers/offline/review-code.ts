import type { AskedVerdict, VerdictFinding } from '../../governance/verdict/verdict.ts';
import { cutText } from '../../model/text.ts';
import type { CodeReviewAsk, MeasuredGate } from '../provider.ts';

/** Gates behind which harm waits. */
const safetyGates: ReadonlySet<string> = new Set(['secrets', 'sensitive', 'content']);
const longestDetail = 2000;

/** The gates as a verdict: what failed asks for a revision, a warning is a suggestion. It says that no model took part. */
export function reviewCodeOffline(ask: CodeReviewAsk): AskedVerdict {
  const failed = ask.gates.filter(({ state }) => state === 'failed');
  const coverage = listProved(ask);
  const unproved = coverage.filter(({ scenarios }) => scenarios.length === 0);
  const isGood = failed.length === 0 && unproved.length === 0;
  return {
    verdict: isGood ? 'APPROVED' : 'REVISE',
    summary: `No model took part: this is the result of the gates alone. Gates: ${ask.gates.length}. Failed: ${failed.length}. Requirements without a proof: ${unproved.length}.`,
    findings: [
      ...ask.gates.filter(({ state }) => state !== 'passed').map(toFinding),
      ...unproved.map(({ requirement }) => ofRequirement(requirement)),
    ],
    resolvedQuestions: [],
    coverage,
    questions: [],
  };
}

/** For each requirement the scenarios that are proved by a test, or that a person tries out. */
export function listProved({ matrix }: CodeReviewAsk): AskedVerdict['coverage'] {
  return matrix.map(({ requirement, text, scenarios }) => ({
    requirement,
    text: cutText(text, 200),
    scenarios: scenarios.filter(({ tests, isManual }) => isManual || tests.length > 0).map(({ id }) => id),
  }));
}

const unplaced = { section: null, quote: null, recommendation: null };

function toFinding({ gate, state, summary, findings }: MeasuredGate): VerdictFinding {
  const detail = cutText([summary, ...findings].join(' / '), longestDetail);
  const remark = { title: `Gate ${gate}: ${state}`, detail, ...unplaced };
  if (state !== 'failed') return { tier: 3, category: null, ...remark };
  return safetyGates.has(gate)
    ? { tier: 1, category: 'Security', ...remark }
    : { tier: 2, category: 'Quality', ...remark };
}

function ofRequirement(requirement: number): VerdictFinding {
  const detail = 'No test that passes with the change and fails without it proves this requirement.';
  return { tier: 2, category: 'Quality', title: `REQ-${requirement} is not proved`, detail, ...unplaced };
}
