import type { GateResult } from '../evidence.ts';

/** What failed, for whoever mends it. */
export function describeGates(gates: readonly GateResult[]): string[] {
  return gates
    .filter(({ state }) => state === 'failed')
    .flatMap(({ gate, summary, findings }) =>
      findings.length === 0 ? [`gate ${gate}: ${summary}`] : findings.map((finding) => `gate ${gate}: ${finding}`),
    );
}
