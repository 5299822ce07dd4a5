/** What a test says of an issue; the rest is made up as GitHub would. */
export interface IssueSeed {
  readonly number: number;
  readonly title?: unknown;
  readonly body?: unknown;
  readonly state?: 'open' | 'closed';
  readonly labels?: readonly string[];
  readonly milestone?: { readonly number: number; readonly title: string };
  readonly association?: string;
  readonly author?: string | null;
  readonly isPullRequest?: boolean;
  readonly updatedAt?: string;
  readonly commentCount?: number;
}

const api = 'https://api.github.com/repos/octo/demo';
const pages = 'https://github.com/octo/demo';

/** The shape of `GET /repos/{owner}/{repo}/issues/{issue_number}` as GitHub documents it. */
export function makeIssue(seed: IssueSeed): Record<string, unknown> {
  const { number, isPullRequest = false } = seed;
  const kind = isPullRequest ? 'pull' : 'issues';
  const url = `${api}/issues/${number}`;
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${pages}/${kind}/${number}`,
    id: 10_000_000_000 + number,
    node_id: `I_${number}`,
    number,
    title: seed.title === undefined ? `Title ${number}` : seed.title,
    user: seed.author === null ? null : makeUser(seed.author ?? 'octocat'),
    labels: (seed.labels ?? []).map((name, at) => ({
      id: at,
      node_id: `LA_${at}`,
      url: `${api}/labels/${at}`,
      name,
      color: 'd73a4a',
      default: false,
      description: null,
    })),
    state: seed.state ?? 'open',
    locked: false,
    assignee: null,
    assignees: [],
    milestone: seed.milestone === undefined ? null : makeMilestone([seed.milestone.number, seed.milestone.title]),
    comments: seed.commentCount ?? 0,
    created_at: '2026-01-02T03:04:05Z',
    updated_at: seed.updatedAt ?? '2026-01-02T03:04:05Z',
    closed_at: seed.state === 'closed' ? '2026-01-03T03:04:05Z' : null,
    author_association: seed.association ?? 'NONE',
    active_lock_reason: null,
    ...(isPullRequest ? { draft: false, pull_request: { url: `${api}/pulls/${number}`, merged_at: null } } : {}),
    body: seed.body === undefined ? bodyOf(number) : seed.body,
    closed_by: null,
    reactions: { url: `${url}/reactions`, total_count: seed.commentCount ?? 0, '+1': 0 },
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: null,
  };
}

/** As GitHub's editor sends it: lines end in CRLF. */
function bodyOf(number: number): string {
  return `Wanted: thing ${number}.\r\n\r\n## Acceptance Criteria\r\n\r\n- [ ] It does what it says\r\n`;
}

export function makeMilestone([number, title]: readonly [number, string]): object {
  return {
    url: `${api}/milestones/${number}`,
    id: number,
    number,
    title,
    description: '',
    state: 'open',
    due_on: null,
  };
}

export function makeComment(body: string, at: number): object {
  const times = { created_at: '2026-01-04T03:04:05Z', updated_at: '2026-01-04T03:04:05Z' };
  return { id: at + 1, node_id: `IC_${at}`, body, user: makeUser('agent'), ...times, author_association: 'OWNER' };
}

function makeUser(login: string): object {
  return { login, id: 1, node_id: 'U_1', type: 'User', site_admin: false, html_url: `https://github.com/${login}` };
}
