/** How often lines were run, by path: only lines that can be run are there. */
export type CoveredLines = ReadonlyMap<string, ReadonlyMap<number, number>>;
