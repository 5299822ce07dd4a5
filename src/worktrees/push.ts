import { AgentOsError } from '../model/errors.ts';
import { showSafely } from '../model/text.ts';
import { type GitAnswer, longTimeoutMs } from './git-call.ts';
import { lastWords } from './git-trouble.ts';
import type { WorktreeHouse } from './house.ts';
import { isCommitId, placeOfRepository, type RepositoryPlace } from './worktree.ts';

export interface PushOrder {
  readonly repository: Pick<RepositoryPlace, 'commonDir' | 'objectFormat'>;
  /** Without `refs/heads/`. */
  readonly branch: string;
  /** What the branch shall be over there. */
  readonly commit: string;
  /** `https:`, or `http:` on this machine; it holds no secret. */
  readonly url: string;
  /** The value of the header that lets us in; null: as anybody may. */
  readonly authorization: string | null;
  readonly signal: AbortSignal;
}

/** Whatever a config says: one ref goes to that server, alone, unsigned, and nowhere else. */
const pins = [
  'http.followRedirects=false',
  'http.sslVerify=true',
  'http.extraHeader=',
  'push.followTags=false',
  'push.gpgSign=false',
  'push.recurseSubmodules=no',
  'push.pushOption=',
  'push.negotiate=false',
].flatMap((setting) => ['-c', setting]);

/**
 * Puts a commit on a branch of a server, never by force; what is there already is left as it is (1 call). The header is in
 * git's environment, for that server alone: no argument holds it. Throws PUSH_REFUSED, PUSH_REJECTED, PUSH_UNREACHABLE.
 */
export async function pushBranch(house: WorktreeHouse, order: PushOrder): Promise<'pushed' | 'found'> {
  const { repository, branch, commit, url, signal } = order;
  if (!isCommitId(commit, repository)) throw new AgentOsError('COMMIT_UNKNOWN', 'what is pushed is no whole commit id');
  const protocol = protocolOf(url);
  const answer = await house.git.run(
    placeOfRepository(repository),
    ['push', '--porcelain', '--no-verify', '--no-signed', '--', url, `${commit}:refs/heads/${branch}`],
    {
      flags: [...pins, '-c', `protocol.${protocol}.allow=always`],
      variables: { GIT_ALLOW_PROTOCOL: protocol, ...toVariables(order) },
      timeoutMs: longTimeoutMs,
      signal,
    },
  );
  if (answer.code !== 0) throw explain(answer, order);
  return /^=\t/m.test(answer.stdout.toString('utf8')) ? 'found' : 'pushed';
}

/** In the clear only to ourselves. */
function protocolOf(url: string): 'http' | 'https' {
  const { protocol, hostname, username, password } = URL.canParse(url) ? new URL(url) : new URL('none:');
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
  if (username === '' && password === '') {
    if (protocol === 'https:') return 'https';
    if (protocol === 'http:' && isHere) return 'http';
  }
  throw new AgentOsError(
    'PUSH_REFUSED',
    `${showSafely(url)} is no place to push to: https:// is needed, without a name in it`,
  );
}

/** Git's own way to be told settings by its environment. */
function toVariables({ url, authorization }: PushOrder): Record<string, string> {
  if (authorization === null) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

const refusal = /\b40[13]\b|Authentication failed|could not read (Username|Password)|Permission to .* denied/i;
const rejection = /non-fast-forward|fetch first|\[(remote )?rejected\]|stale info/i;
const trouble =
  /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|\b5\d\d\b|hung up|early EOF/i;

function explain({ stdout, stderr }: GitAnswer, { branch, url }: PushOrder): AgentOsError {
  const said = `${stdout.toString('utf8')}\n${stderr}`;
  const words = lastWords(stderr);
  if (rejection.test(said)) {
    const why = said.split('\n').find((line) => line.startsWith('!\t'));
    const shown = showSafely((why ?? words).replaceAll('\t', ' '));
    return new AgentOsError(
      'PUSH_REJECTED',
      `branch ${branch} is at another commit there, or may not be written: ${shown}`,
    );
  }
  if (refusal.test(said)) return new AgentOsError('PUSH_REFUSED', `${url} lets nobody push with this token: ${words}`);
  if (/\b404\b|not found/i.test(said))
    return new AgentOsError('PUSH_REFUSED', `${url} is not there, or hidden: ${words}`);
  return new AgentOsError(trouble.test(said) ? 'PUSH_UNREACHABLE' : 'PUSH_REFUSED', `${url}: ${words}`);
}
