import { basicEnvironment } from '../../config/environment.ts';
import type { GithubConfig } from '../../config/github-section.ts';
import type { GithubRepository } from '../../github/setup.ts';
import { AgentOsError } from '../../model/errors.ts';
import { runGit } from '../../worktrees/git.ts';
import { type GithubOptions, wishOf } from './wish.ts';

/** Where branches are pushed, and pull requests are opened. */
export interface PullRequestTarget {
  readonly repository: GithubRepository;
  /** The address for git; it holds no secret. */
  readonly url: string;
}

/** The repository that issues come from, else `origin`. Throws USAGE if neither is on that GitHub. */
export function findTarget(options: GithubOptions): PullRequestTarget {
  const server = serverOf(options.github);
  const repository = wishOf(options)?.repository ?? readOrigin(options.repoDir, server);
  if (repository !== null) return { repository, url: `${server}/${repository.owner}/${repository.name}.git` };
  const fix = 'name it by `--source github:OWNER/REPOSITORY`, or let `origin` lead there';
  throw new AgentOsError('USAGE', `--pr needs a repository on ${server}: ${fix}`);
}

/** An API on a host of its own is `api.` of it; elsewhere it lies below the server. */
function serverOf({ baseUrl }: GithubConfig): string {
  const { protocol, host } = new URL(baseUrl);
  return `${protocol}//${host.replace(/^api\.(?=github\.com$|.*\.ghe\.com$)/, '')}`;
}

function readOrigin(repoDir: string, server: string): GithubRepository | null {
  const { isOk, stdout } = runGit(repoDir, ['config', '--get', 'remote.origin.url'], basicEnvironment());
  return isOk ? parseRemote(stdout.trim(), new URL(server)) : null;
}

/** As `https://host/o/r.git`, `git@host:o/r.git` or `ssh://git@host/o/r`; null if it leads elsewhere. */
export function parseRemote(remote: string, server: URL): GithubRepository | null {
  const [, scpHost, scpPath] = remote.match(/^(?:[\w.-]+@)?([\w.-]+):(?!\/)(.+)$/) ?? [];
  const address = scpPath === undefined ? remote : `ssh://${scpHost}/${scpPath}`;
  const { protocol, hostname, host, pathname } = URL.canParse(address) ? new URL(address) : new URL('none:');
  const isThere = protocol === 'ssh:' ? hostname === server.hostname : host === server.host;
  const [, owner, name] = pathname.match(/^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/) ?? [];
  const isKnown = ['https:', 'http:', 'ssh:'].includes(protocol) && isThere;
  return isKnown && owner !== undefined && name !== undefined ? { owner, name } : null;
}
