import type { RepositoryFacts } from '../model/repository-facts.ts';
import { checkLld } from './checks/checks.ts';
import { type Coverage, measureCoverage } from './coverage.ts';
import { type LimitedFindings, limitFindings } from './limit-findings.ts';
import type { LldDocument } from './lld/document.ts';
import { blankFrontMatter } from './lld/front-matter.ts';
import { looksLikeLld, readLld } from './lld/parse-lld.ts';
import { splitLines } from './lld/source-lines.ts';
import { parseBlocks } from './markdown.ts';
import { checkVerdict } from './verdict/check-verdict.ts';
import { isReview, looksLikeVerdict, readVerdict } from './verdict/read-verdict.ts';
import type { VerdictReading } from './verdict/verdict.ts';

/** What a document turned out to be, and what is wrong with it. */
export interface LintResult extends LimitedFindings {
  readonly kind: 'lld' | 'verdict' | 'unknown';
  readonly coverage: Coverage | null;
  readonly verdict: VerdictReading['verdict'] | null;
}

/** The kind is found from the content. `factsOf` is asked for LLDs only, once. */
export function lintDocument(
  text: string,
  fileName: string,
  factsOf: (document: LldDocument) => RepositoryFacts,
): LintResult {
  const design = parseBlocks(blankFrontMatter(text));
  if (looksLikeLld(design) && !isReview(design)) {
    const document = readLld(text, design);
    const findings = checkLld({ document, lines: splitLines(text), fileName, repository: factsOf(document) });
    return { kind: 'lld', ...limitFindings(findings), coverage: measureCoverage(document), verdict: null };
  }
  const blocks = parseBlocks(text);
  if (!looksLikeVerdict(text, blocks)) return { kind: 'unknown', ...limitFindings([]), coverage: null, verdict: null };
  const reading = readVerdict(text, blocks);
  return { kind: 'verdict', ...limitFindings(checkVerdict(reading)), coverage: null, verdict: reading.verdict };
}
