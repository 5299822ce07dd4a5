import type { GateResult } from './evidence.ts';
import type { Work } from './implement.ts';
import type { Greenness } from './prove-green.ts';

/** One job of implementing, and all that was found about what it left. */
export interface GreenRound {
  readonly work: Work;
  readonly greenness: Greenness;
  /** Null where the tests are not green: gates are for work that could be handed over. */
  readonly gates: readonly GateResult[] | null;
  /** What has to be mended; nothing if it can go to review. */
  readonly findings: readonly string[];
}

export function describeGates(gates: readonly GateResult[]): string[] {
  return gates
    .filter(({ state }) => state === 'failed')
    .flatMap(({ gate, summary, findings }) =>
      findings.length === 0 ? [`gate ${gate}: ${summary}`] : findings.map((finding) => `gate ${gate}: ${finding}`),
    );
}

/** Whether one is nearer to the end than the other: more scenarios, fewer failures, more gates. */
export function isBetter(a: GreenRound, b: GreenRound): boolean {
  const [left, right] = [rank(a), rank(b)];
  const at = left.findIndex((figure, place) => figure !== right[place]);
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0);
}

function rank({ greenness, gates }: GreenRound): number[] {
  const passed = gates?.filter(({ state }) => state !== 'failed').length ?? -1;
  return [greenness.greenScenarios, -greenness.failures.length, passed];
}
