import { findSection, type LldDocument } from '../../../governance/lld/document.ts';

const figure = /(?:≥|>=?|at least|minimum|threshold|no less than|not below)\D{0,20}(\d{1,3}(?:\.\d{1,3})?)\s?%/gi;

/** The coverage that a design demands in how it is tested (10) or in what done means (12); else the one of the config. */
export function readLeastCoverage({ sections }: LldDocument, fallback: number): number {
  const bodies = ['10', '10.2', '12'].map((number) => findSection(sections, number)?.body ?? '');
  const lines = bodies.flatMap((body) => body.split('\n')).filter((line) => /coverage/i.test(line.slice(0, 1000)));
  // How many requirements have a scenario is another figure of the same name.
  const own = lines.filter((line) => !/requirement/i.test(line)).map((line) => line.slice(0, 1000));
  const figures = own.flatMap((line) => [...line.matchAll(figure)].map(([, digits]) => Number(digits)));
  const usable = figures.filter((percent) => percent <= 100);
  return usable.length === 0 ? fallback : Math.max(...usable);
}
