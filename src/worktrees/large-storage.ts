import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import type { GitPlace } from './git-call.ts';
import type { WorktreeHouse } from './house.ts';

const settings = ['config', '--null', '--get-regexp', '^filter\\.lfs\\.(process|smudge|required)$'];

/**
 * Throws GIT_FILTER_FAILED where files are in large storage (`filter=lfs`), the config demands its program, and that is not
 * there, as under cron: no worktree could be filled (1 call; 2 more where it is configured).
 */
export async function refuseMissingStorage(house: WorktreeHouse, repoDir: string, signal: AbortSignal): Promise<void> {
  const here: GitPlace = { folder: repoDir, variables: {} };
  const { stdout } = await house.git.run(here, settings, { signal });
  const said = stdout.toString('utf8');
  if (!/\ngit[ -]lfs /.test(said) || !/\.required\ntrue\0/.test(said)) return;
  if ((await house.git.run(here, ['lfs', 'version'], { signal })).code === 0) return;
  // A literal pathspec could not ask for an attribute.
  const options = { signal, variables: { GIT_LITERAL_PATHSPECS: '0' } };
  const [first] = (await house.git.ask(here, ['ls-files', '-z', '--', ':(attr:filter=lfs)'], options)).split('\0', 1);
  if (first === undefined || first === '') return;
  throw new AgentOsError(
    'GIT_FILTER_FAILED',
    `files are in large storage, such as ${quoteSafely(first)}, and git-lfs is not found: install it, or put it on the PATH`,
  );
}
