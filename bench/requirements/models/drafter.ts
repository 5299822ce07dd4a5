import type { Edits } from '../../../src/governance/lld/edits.ts';
import { countRevisions, markOf } from './reviewer.ts';

/** Answers every finding that quotes a section with an edit of those words, and declines the others. */
export function revise(text: string, findings: readonly string[]): Edits {
  const round = countRevisions(text) + 1;
  const edits: Edits['edits'] = [];
  const declined: Edits['declined'] = [];
  for (const [at, finding] of findings.entries()) {
    const [, section, quote] = /\(([\d.]+)\): .* About the words:? "(.*)"[^"]*\. Recommendation: /.exec(finding) ?? [];
    if (section === undefined || quote === undefined) {
      declined.push({ finding: at + 1, reason: 'It quotes nothing of the document.' });
      continue;
    }
    const more = `it tries at most ${round + 2} times, then leaves the page beside the others (${markOf(round, at + 1)})`;
    edits.push({ answers: [at + 1], section, find: quote, replace: `${quote.replace(/\.$/, '')}; ${more}.` });
  }
  return { edits, declined };
}
