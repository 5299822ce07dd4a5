/**
 * Takes one sample of each subject a round, in turn, so that a busy moment of the machine meets all of them.
 * The first round only warms caches and is not counted.
 */
export function interleavedMedians<Name extends string>(
  rounds: number,
  subjects: Readonly<Record<Name, () => number>>,
): Record<Name, number> {
  const names = Object.keys(subjects) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const sample = subjects[name]();
      if (round > 0) samples.get(name)?.push(sample);
    }
  }
  const medians = names.map((name) => [name, median(samples.get(name) ?? [])]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
