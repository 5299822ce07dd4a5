import { basename } from 'node:path';
import { checkLld } from '../../governance/checks/checks.ts';
import type { Finding } from '../../governance/finding.ts';
import type { LldDocument } from '../../governance/lld/document.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { splitLines } from '../../governance/lld/source-lines.ts';
import type { RepositoryFacts } from '../../model/repository-facts.ts';
import type { Brief } from '../provider.ts';

export interface Inspection {
  readonly document: LldDocument;
  readonly findings: readonly Finding[];
}

/** The mechanical checks of a document, with the repository as the brief knows it. */
export function inspectLld(text: string, brief: Brief): Inspection {
  const document = parseLld(text);
  const input = { document, lines: splitLines(text), fileName: basename(brief.outputPath), repository: factsOf(brief) };
  return { document, findings: checkLld(input) };
}

function factsOf(brief: Brief): RepositoryFacts {
  if (brief.base === null) return { kind: 'none', reason: 'no commit was recorded as base', isBaseUnusable: false };
  return { kind: 'tree', commit: brief.base, isRecordedBase: true, hasPath: (path) => brief.hasPath(path) };
}
