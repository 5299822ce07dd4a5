import type { LintResult } from '../governance/lint.ts';
import type { LldBrief } from '../sources/lld-folder.ts';

/** What can be asked of a forked worker. Untrusted input is parsed there, where it can be stopped. */
export type Question =
  | { readonly kind: 'evaluate-config'; readonly path: string }
  | { readonly kind: 'read-brief'; readonly text: string }
  | { readonly kind: 'lint'; readonly text: string; readonly fileName: string; readonly repoDir: string | null };

/** The answer to each kind of question. */
export interface Answers {
  'evaluate-config': unknown;
  'read-brief': LldBrief;
  lint: LintResult;
}
