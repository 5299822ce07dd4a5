import { type LintResult, lintDocument } from '../governance/lint.ts';
import type { LldDocument } from '../governance/lld/document.ts';
import type { RepositoryFacts } from '../model/repository-facts.ts';
import { readTreeFacts } from '../worktrees/tree-facts.ts';

/** Lints one document; its paths are checked in the repository that it belongs to, if it belongs to one. */
export function lintFile(text: string, fileName: string, repoDir: string | null): LintResult {
  return lintDocument(text, fileName, (document) => factsOf(document, repoDir));
}

function factsOf({ header }: LldDocument, repoDir: string | null): RepositoryFacts {
  if (repoDir === null)
    return { kind: 'none', reason: 'the document lies outside the repository', isBaseUnusable: false };
  return readTreeFacts(repoDir, header?.base?.value ?? null);
}
