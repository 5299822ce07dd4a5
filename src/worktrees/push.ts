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
  /** Commits that we pushed there ourselves: only one of these may give way to the new one. */
  readonly own: ReadonlySet<string>;
  /** `https:`, or `http:` on this machine; it holds no secret. */
  readonly url: string;
  /** The value of the header that lets us in; null: as anybody may. */
  readonly authorization: string | null;
  /** The URL of the proxy on the way, perhaps with a password; null: there is none. */
  readonly proxyUrl: string | null;
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
 * Puts a commit on a branch of a server; what is there already is left as it is (1 call). An earlier commit of our own gives
 * way to it (2 calls more), and whatever else is there never does. The header and the proxy are in git's environment, the
 * header for that server alone: no argument holds them. Throws PUSH_REFUSED, PUSH_REJECTED, PUSH_UNREACHABLE.
 */
export async function pushBranch(house: WorktreeHouse, order: PushOrder): Promise<'pushed' | 'found' | 'replaced'> {
  if (!isCommitId(order.commit, order.repository))
    throw new AgentOsError('COMMIT_UNKNOWN', 'what is pushed is no whole commit id');
  const answer = await push(house, order, []);
  if (answer.code === 0) return /^=\t/m.test(answer.stdout.toString('utf8')) ? 'found' : 'pushed';
  const trouble = explain(answer, order);
  if (trouble.code !== 'PUSH_REJECTED') throw trouble;
  const there = await readTip(house, order);
  if (there === null) throw trouble;
  if (!order.own.has(there)) throw foreign(order, there);
  // Only while it is still there: whoever pushed in between is not overwritten.
  const again = await push(house, order, [`--force-with-lease=refs/heads/${order.branch}:${there}`]);
  if (again.code !== 0) throw explain(again, order);
  return 'replaced';
}

async function push(house: WorktreeHouse, order: PushOrder, flags: readonly string[]): Promise<GitAnswer> {
  const { branch, commit, url } = order;
  const how = ['--porcelain', '--no-verify', '--no-signed', ...flags];
  return await speak(house, order, ['push', ...how, '--', url, `${commit}:refs/heads/${branch}`]);
}

/** Where the branch is over there; null if it is not, or nobody tells. */
async function readTip(house: WorktreeHouse, order: PushOrder): Promise<string | null> {
  const ref = `refs/heads/${order.branch}`;
  const { stdout } = await speak(house, order, ['ls-remote', '--refs', '--', order.url, ref]);
  const lines = stdout.toString('utf8').split('\n');
  return lines.map((line) => line.split('\t')).find(([, name]) => name === ref)?.[0] ?? null;
}

async function speak(house: WorktreeHouse, order: PushOrder, args: readonly string[]): Promise<GitAnswer> {
  const protocol = protocolOf(order.url);
  return await house.git.run(placeOfRepository(order.repository), args, {
    flags: [...pins, '-c', `protocol.${protocol}.allow=always`],
    variables: { GIT_ALLOW_PROTOCOL: protocol, ...toVariables(order) },
    timeoutMs: longTimeoutMs,
    signal: order.signal,
  });
}

function foreign({ branch, url }: PushOrder, there: string): AgentOsError {
  const what = `branch ${branch} is there at ${there.slice(0, 12)}, which is not what was pushed from here`;
  const fix = `look at it (git fetch ${url} ${branch}), then rename or delete it there`;
  return new AgentOsError('PUSH_REJECTED', showSafely(`${what}, and nobody's commits are overwritten: ${fix}`));
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
function toVariables({ url, authorization, proxyUrl }: PushOrder): Record<string, string> {
  const way = proxyUrl === null ? {} : { https_proxy: proxyUrl };
  if (authorization === null) return way;
  return {
    ...way,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${new URL(url).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

const refusal = /\b40[13]\b|Authentication failed|could not read (Username|Password)|Permission to .* denied/i;
const rejection = /non-fast-forward|fetch first|\[(remote )?rejected\]|stale info/i;
/** Whatever it answers, the server was not asked. */
const ofProxy = /CONNECT tunnel failed|from proxy after CONNECT|Could not resolve proxy/i;
const trouble =
  /Could not resolve host|Failed to connect|Connection (refused|reset|timed out)|\b5\d\d\b|hung up|early EOF/i;

function explain({ stdout, stderr }: GitAnswer, { branch, url }: PushOrder): AgentOsError {
  const said = `${stdout.toString('utf8')}\n${stderr}`;
  const words = lastWords(stderr);
  if (ofProxy.test(said)) return new AgentOsError('PUSH_UNREACHABLE', `${url}: ${words}`);
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
