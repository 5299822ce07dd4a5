import type { Coverage } from '../../governance/coverage.ts';
import type { Finding } from '../../governance/finding.ts';

/** A draft with what the mechanical checks say about it; plain data. */
export interface CheckedDraft {
  /** Header and design with safe repairs made: exactly what is reviewed. */
  readonly text: string;
  /** Where the lineage has it. */
  readonly path: string;
  readonly findings: readonly Finding[];
  /** How many errors there are in truth: the list is limited. */
  readonly errors: number;
  readonly repaired: readonly Finding[];
  readonly coverage: Coverage;
  readonly openQuestions: readonly string[];
}
