import { hash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type IssueSeed, makeComment, makeIssue, makeMilestone } from './shapes.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers instead of the server; false: it does as usual, after what was done here. */
export type Fault = (request: SeenRequest, response: ServerResponse) => boolean;

export interface GithubServer extends AsyncDisposable {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** Method, path and status of every exchange. */
  readonly log: readonly string[];
  readonly issues: Map<number, IssueSeed>;
  readonly milestones: Map<number, string>;
  /** The bodies of comments by issue, the oldest first. */
  readonly comments: Map<number, string[]>;
  /** What the next requests meet, one each. */
  readonly faults: Fault[];
  /** Only this opens the repository; null: it is public. */
  token: string | null;
  clear(): void;
}

type Answer = { readonly status: number; readonly data: unknown; readonly headers?: Readonly<Record<string, string>> };

/** As much of GitHub's REST API as issues and comments need, for one repository `octo/demo`. */
export async function openGithubServer(issues: readonly IssueSeed[] = []): Promise<GithubServer> {
  const seen: SeenRequest[] = [];
  const log: string[] = [];
  const state = {
    issues: new Map(issues.map((seed) => [seed.number, seed])),
    milestones: new Map<number, string>(),
    comments: new Map<number, string[]>(),
    faults: [] as Fault[],
    token: null as string | null,
  };
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://host');
    const request = {
      method: incoming.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: incoming.headers,
      body: await text(incoming),
    };
    seen.push(request);
    response.on('close', () => log.push(`${request.method} ${pathname} ${response.statusCode}`));
    if (state.faults.shift()?.(request, response)) return;
    send(response, request, answer(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function answer(request: SeenRequest): Answer {
    const { authorization } = request.headers;
    if (authorization !== undefined && state.token !== null && authorization !== `Bearer ${state.token}`)
      return refuse(401, 'Bad credentials');
    // GitHub's links to further pages lead by the number of the repository.
    const [, rest] = request.path.match(/^\/(?:repos\/octo\/demo|repositories\/1)\/(.+)$/i) ?? [];
    if (rest === undefined || (state.token !== null && authorization === undefined)) return refuse(404, 'Not Found');
    const [, number, more] = rest.match(/^issues\/(\d+)(\/comments)?$/) ?? [];
    if (rest === 'issues') return listIssues(request);
    if (rest === 'milestones') return page(request, rest, [...state.milestones].map(makeMilestone));
    const issue = state.issues.get(Number(number));
    if (issue === undefined) return refuse(404, 'Not Found');
    if (more === undefined) return { status: 200, data: makeIssue(issue) };
    return request.method === 'POST' ? addComment(request, issue.number) : listComments(request, rest, issue.number);
  }

  function listIssues(request: SeenRequest): Answer {
    const { state: wanted = 'open', labels, milestone } = request.query;
    const all = [...state.issues.values()]
      .filter((one) => wanted === 'all' || (one.state ?? 'open') === wanted)
      .filter((one) => (labels ?? '').split(',').every((name) => name === '' || one.labels?.includes(name)))
      .filter((one) => milestone === undefined || String(one.milestone?.number ?? 'none') === milestone);
    return page(request, 'issues', all.map(makeIssue));
  }

  function listComments(request: SeenRequest, rest: string, number: number): Answer {
    return page(request, rest, (state.comments.get(number) ?? []).map(makeComment));
  }

  function addComment({ body }: SeenRequest, number: number): Answer {
    const comments = state.comments.get(number) ?? [];
    state.comments.set(number, [...comments, JSON.parse(body).body]);
    return { status: 201, data: makeComment(JSON.parse(body).body, comments.length) };
  }

  function page({ query }: SeenRequest, rest: string, items: readonly unknown[]): Answer {
    const [size, number] = [Number(query['per_page'] ?? 30), Number(query['page'] ?? 1)];
    const last = Math.max(1, Math.ceil(items.length / size));
    const link = (page: number, relation: string) => {
      const url = `${origin}/repositories/1/${rest}?${new URLSearchParams({ ...query, page: String(page) })}`;
      return `<${url}>; rel="${relation}"`;
    };
    const links = [
      ...(number > 1 ? [link(number - 1, 'prev'), link(1, 'first')] : []),
      ...(number < last ? [link(number + 1, 'next'), link(last, 'last')] : []),
    ];
    const headers: Record<string, string> = links.length === 0 ? {} : { link: links.join(', ') };
    return { status: 200, data: items.slice((number - 1) * size, number * size), headers };
  }

  return Object.assign(state, {
    origin,
    seen,
    log,
    clear() {
      seen.length = 0;
      log.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function refuse(status: number, message: string): Answer {
  const documentation_url = 'https://docs.github.com/rest';
  return { status, data: { message, documentation_url, status: String(status) } };
}

/** With an ETag, as GitHub does; who knows it already is told so. */
function send(
  response: ServerResponse,
  { headers: asked, method }: SeenRequest,
  { status, data, headers }: Answer,
): void {
  const body = JSON.stringify(data);
  const etag = `W/"${hash('sha256', body, 'hex')}"`;
  const isKnown = method === 'GET' && status === 200 && asked['if-none-match'] === etag;
  const type = { 'content-type': 'application/json; charset=utf-8' };
  if (isKnown) response.writeHead(304, { etag }).end();
  else response.writeHead(status, { ...type, ...headers, ...(status === 200 ? { etag } : {}) }).end(body);
}

/** Says no with these headers. */
export function refusing(status: number, headers: Readonly<Record<string, string>> = {}, message = 'no'): Fault {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ message }));
    return true;
  };
}

/** Says this, whatever it is. */
export function saying(body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Fault {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
    return true;
  };
}

/** Breaks off before it answers. */
export const hangingUp: Fault = (_request, response) => {
  response.destroy();
  return true;
};

export const asUsual: Fault = () => false;
