import { resolveOptions } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { type CleanReport, renderClean, renderCleanJson } from '../../report/clean.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import type { CleanFlags } from '../batch-flags.ts';
import { type CleanOrder, look, sweep } from '../clean/sweep.ts';
import { type Door, print } from '../door.ts';
import { evaluateModule } from '../workers.ts';

const usualAge = '30d';
const dayMs = 24 * 60 * 60 * 1000;

/** Removes what tasks and old batches left behind, and nothing that somebody could miss; says what it kept, and why. */
export async function clean(door: Door, flags: CleanFlags): Promise<ExitCode> {
  const olderThanMs = parseAge(flags['older-than'] ?? usualAge);
  const isDryRun = flags['dry-run'] ?? false;
  if (flags.branches && !flags.yes && !isDryRun)
    throw usage('--branches deletes work that is not merged: say --yes as well, or --dry-run to see it');
  const { repo, config } = flags;
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: evaluateModule });
  refuseOthersState(options);
  const now = Date.now();
  const dropsBranches = flags.branches ?? false;
  const order: CleanOrder = { options, now, olderThanAt: now - olderThanMs, dropsBranches };
  const found = isDryRun ? await look(order) : await sweep(order);
  const report: CleanReport = { isDryRun, olderThanDays: olderThanMs / dayMs, ...found };
  print(door, flags.json ? renderCleanJson(report) : renderClean(report));
  return report.failed.length === 0 ? exitCodes.done : exitCodes.failed;
}

const unitsMs = { h: dayMs / 24, d: dayMs, w: 7 * dayMs };

/** `30d`, `12h`, `2w`. */
function parseAge(text: string): number {
  const [, count, unit] = text.match(/^(\d{1,5})([hdw])$/) ?? [];
  if (unit !== 'h' && unit !== 'd' && unit !== 'w') throw usage('--older-than takes an age such as 30d, 12h or 2w');
  return Number(count) * unitsMs[unit];
}

function usage(message: string): AgentOsError {
  return new AgentOsError('USAGE', message);
}
