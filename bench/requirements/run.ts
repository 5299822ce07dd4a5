import { parseArgs } from 'node:util';
import { type Figure, isMet, renderFigures } from './figure.ts';
import { measureMakespan } from './makespan.ts';
import { measureTokens } from './tokens.ts';
import { draftSeconds } from './work.ts';

/**
 * The requirements workflow with models that are simulated: how close a batch comes to what its scopes allow, what a call
 * costs the coordinator, and how many tokens revisions take. The built program, its workers and the providers are
 * processes of their own that talk HTTP. A second of a model lasts ten milliseconds, so that whatever we take ourselves
 * weighs a hundred times as much as it would: it needs a machine that is not busy.
 */
const options = {
  /** `makespan` or `tokens`; both if none is named. */
  only: { type: 'string', multiple: true },
  /** How many issues the batch has. */
  issues: { type: 'string', default: '100' },
  /** What a revision takes. Edits are short: a model that is done with them in 15 s makes everything of ours weigh more. */
  'revise-seconds': { type: 'string', default: String(draftSeconds) },
  /** Beside Portkey, which is installed for it. */
  peers: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;
const { values } = parseArgs({ options });
const measurements: Readonly<Record<string, () => Promise<Figure[]>>> = {
  makespan: () => {
    const reviseSeconds = Number(values['revise-seconds']);
    return measureMakespan({ issues: Number(values.issues), reviseSeconds, hasPeers: values.peers ?? false });
  },
  tokens: measureTokens,
};
const figures: Figure[] = [];
for (const name of values.only ?? Object.keys(measurements)) {
  const measure = measurements[name];
  if (measure === undefined) throw new Error(`${name} is none of ${Object.keys(measurements).join(', ')}`);
  process.stderr.write(`measuring ${name} …\n`);
  figures.push(...(await measure()));
}
process.stdout.write(values.json ? `${JSON.stringify({ figures }, null, 1)}\n` : renderFigures(figures));
process.exitCode = figures.every(isMet) ? 0 : 1;
