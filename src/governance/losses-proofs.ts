import type { LldDocument, Requirement, Scenario } from './lld/document.ts';
import { foldSeen } from './losses-match.ts';

/** A scenario that goes on naming a number whose requirement has another one now. */
interface StaleProof {
  readonly scenario: string;
  readonly requirement: Requirement;
  /** The number that it had when the scenario was written for it. */
  readonly named: number;
}

/** Whoever numbers requirements anew, and leaves scenarios as they were, claims proofs that nobody wrote. */
export function findStaleProofs(before: LldDocument, after: LldDocument): StaleProof[] {
  const moved = findMoved(before.requirements, after.requirements);
  if (moved.size === 0) return [];
  const known = new Map(before.scenarios.map((scenario) => [keyOf(scenario), scenario.requirements]));
  return after.scenarios.flatMap((scenario) =>
    (known.get(keyOf(scenario)) ?? []).flatMap((named) => {
      const requirement = moved.get(named);
      if (requirement === undefined || !scenario.requirements.includes(named)) return [];
      return scenario.requirements.includes(requirement.number) ? [] : [{ scenario: scenario.id, requirement, named }];
    }),
  );
}

/** Requirements that are the same in both, by the number that they had. */
function findMoved(earlier: readonly Requirement[], later: readonly Requirement[]): Map<number, Requirement> {
  const now = Map.groupBy(later, ({ text }) => foldSeen(text));
  return new Map(
    earlier.flatMap(({ number, text }) => {
      const same = now.get(foldSeen(text)) ?? [];
      return same.some((one) => one.number === number) ? [] : same.slice(0, 1).map((one) => [number, one] as const);
    }),
  );
}

/** A row that was changed may have been written for what has the number now. */
function keyOf({ id, title, input, expected, passCriteria }: Scenario): string {
  return JSON.stringify([id, title, input, expected, passCriteria].map(foldSeen));
}
