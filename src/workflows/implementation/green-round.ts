import type { GateResult } from './evidence.ts';
import type { Work } from './implement.ts';
import type { Greenness } from './prove-green.ts';

/** One job of implementing, and all that was found about what it left. */
export interface GreenRound {
  readonly work: Work;
  /** Null where no test could be run: set-up failed with the work. */
  readonly greenness: Greenness | null;
  /** Null where the tests are not green: gates are for work that could be handed over. */
  readonly gates: readonly GateResult[] | null;
  /** What has to be mended; nothing if it can go to review. */
  readonly findings: readonly string[];
}

/** Whether one is nearer to the end than the other: more scenarios, fewer failures, more gates. */
export function isBetter(a: GreenRound, b: GreenRound): boolean {
  const [left, right] = [rank(a), rank(b)];
  // Of one that could not even be run there is one figure, and the first ones differ.
  const at = left.findIndex((figure, place) => figure !== right[place]);
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0);
}

function rank({ greenness, gates }: GreenRound): number[] {
  if (greenness === null) return [-1];
  const passed = gates?.filter(({ state }) => state !== 'failed').length ?? -1;
  return [greenness.greenScenarios, -greenness.failures.length, passed];
}
