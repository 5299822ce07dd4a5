import type { RepositoryFacts } from '../../model/repository-facts.ts';
import { cutText } from '../../model/text.ts';
import type { Finding, Fix, Severity } from '../finding.ts';
import type { LldDocument } from '../lld/document.ts';

export interface CheckInput {
  readonly document: LldDocument;
  /** The source, split by `splitLines`. */
  readonly lines: readonly string[];
  readonly fileName: string | null;
  readonly repository: RepositoryFacts;
}

export interface Check {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
  /** Takes time linear in the size of the document. */
  run(input: CheckInput): Finding[];
}

/** A place in the document that a check objects to. */
export interface Objection {
  readonly line: number;
  readonly message: string;
  readonly fix?: Fix | null;
}

interface CheckDefinition {
  readonly id: string;
  readonly severity: Severity;
  readonly description: string;
  readonly find: (input: CheckInput) => Iterable<Objection>;
}

/** What a message quotes may be as long as the document. */
const longestMessage = 500;

export function makeCheck({ id, severity, description, find }: CheckDefinition): Check {
  const run = (input: CheckInput): Finding[] =>
    Array.from(find(input), ({ line, message, fix = null }) => ({
      check: id,
      severity,
      line,
      message: cutText(message, longestMessage),
      fix,
    }));
  return { id, severity, description, run };
}
