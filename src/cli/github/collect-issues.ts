import type { GithubClient } from '../../github/client.ts';
import type { IssueFilter } from '../../github/issues.ts';
import type { GithubSource } from '../../sources/github-issues.ts';
import { announce, type Door } from '../door.ts';
import type { RememberedReplies } from './remembered-replies.ts';
import type { GithubWish } from './wish.ts';

/** What was asked for on the command line. */
interface AskedIssues {
  readonly door: Door;
  readonly ids: readonly string[];
  readonly isForced: boolean;
}

interface CollectedIssues extends GithubWish {
  readonly filter: IssueFilter;
  readonly maxInputBytes: number;
}

interface Opened {
  readonly source: GithubSource;
  readonly replies: RememberedReplies;
}

/** The issues of a repository of GitHub's. All that speaks to it is loaded when they are looked for. */
export function collectFromGithub(wanted: CollectedIssues, asked: AskedIssues): GithubSource {
  let opened: Opened | null = null;
  return {
    async *scan() {
      opened ??= await open(wanted, asked);
      yield* opened.source.scan();
    },
    keep(tasks) {
      opened?.replies.save(tasks.length > 0);
      opened?.source.keep(tasks);
    },
  };
}

async function open(wanted: CollectedIssues, asked: AskedIssues): Promise<Opened> {
  const [{ openGithubIssues }, { rememberReplies }] = await Promise.all([
    import('../../sources/github-issues.ts'),
    import('./remembered-replies.ts'),
  ]);
  const replies = rememberReplies(wanted);
  const client = await introduce(wanted, asked.door, replies);
  return { replies, source: openGithubIssues({ ...wanted, ...asked, client }) };
}

/** By the token that there is, or as anybody. */
async function introduce({ config }: GithubWish, door: Door, memory: RememberedReplies): Promise<GithubClient> {
  const [{ openClient }, { loadGithubToken }] = await Promise.all([
    import('./open-client.ts'),
    import('./load-token.ts'),
  ]);
  const token = await loadGithubToken(config, door.redaction);
  if (token === null) announce(door, 'no token for GitHub: asking as anybody may, at most 60 requests an hour');
  return await openClient(door, { baseUrl: config.baseUrl, token, memory, signal: new AbortController().signal });
}
