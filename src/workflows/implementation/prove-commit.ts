import type { ScratchWorktree } from '../../worktrees/worktree.ts';
import type { GateResult } from './evidence.ts';
import { makeResult } from './gates/make-result.ts';
import type { Work } from './implement.ts';
import { inScratch } from './in-scratch.ts';
import { isManifest } from './manifests.ts';
import { runAndJudge } from './prove-green.ts';
import type { ProvedTests } from './prove-red.ts';
import type { RanCommand } from './run-command.ts';
import type { Site } from './site.ts';

/**
 * The suite once more, on nothing but what is committed: what lies in the worktree beside it, because git ignores it or
 * set-up left it there, is not handed over, and could be what makes the tests pass. Null if it is as green there.
 */
export async function proveCommit(site: Site, tests: ProvedTests, work: Work): Promise<GateResult | null> {
  const { context, logs } = site;
  const { failures, ran } = await context.step('prove-commit', async ({ signal }) => {
    const checked = await check(site, tests, work, signal);
    context.log(`in a fresh checkout of the work: failures: ${checked.failures.length}`);
    return checked;
  });
  await logs.keep('prove-commit', work.commit, ran);
  if (failures.length === 0) return null;
  const why =
    'the suite passes only beside files that are not committed: they are ignored by git, or were left by set-up';
  return makeResult('suite', why, { failed: failures.map((failure) => `${why}. In a fresh checkout: ${failure}`) });
}

interface Checked {
  readonly failures: readonly string[];
  readonly ran: readonly RanCommand[];
}

/** A set-up that fails worked without the work, which can mend it. */
async function check(site: Site, tests: ProvedTests, { commit, diff }: Work, signal: AbortSignal): Promise<Checked> {
  const isAsBase = !diff.files.some(({ path }) => isManifest(path));
  const use = async ({ path }: ScratchWorktree) => await runAndJudge(site, path, tests, signal);
  const { result, setUp } = await inScratch(site, { commit, isAsBase, signal }, use);
  const failures = result?.greenness.failures ?? [setUp.failed?.message ?? 'set-up failed'];
  return { failures, ran: [...setUp.ran, ...(result?.ran ?? [])] };
}
