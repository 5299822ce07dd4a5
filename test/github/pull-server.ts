import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Workspace } from '../workspace.ts';

interface Pull {
  readonly number: number;
  state: 'open' | 'closed';
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly draft: boolean;
  body: string;
}

type Fault = (response: ServerResponse) => boolean;

/** As much of GitHub as pull requests need, for one repository `octo/demo`, with its branches behind a real git. */
export class PullServer implements AsyncDisposable {
  readonly pulls: Pull[] = [];
  /** Method and path of every request to the API. */
  readonly log: string[] = [];
  /** What the next writing requests meet, one each; true: it is answered. */
  readonly faults: Fault[] = [];
  /** Every header that opened the door to git. */
  readonly authorizations = new Set<string>();
  token: string | null = null;
  readonly #folder = new Workspace();
  readonly #server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (/^\/octo\/demo\.git\//.test(request.url ?? '')) await this.#serveGit(request, response, body);
    else this.#serveApi(request, response, body);
  });

  static async open(): Promise<PullServer> {
    const server = new PullServer();
    server.#folder.git('init', '-q', '--bare', 'octo/demo.git');
    server.git('config', 'http.receivepack', 'true');
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Where the repository lies. */
  get gitDir(): string {
    return this.#folder.path('octo/demo.git');
  }

  git(...args: string[]): string {
    return this.#folder.git('-C', 'octo/demo.git', ...args);
  }

  #serveApi({ method = '', url = '', headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const { pathname, searchParams } = new URL(url, this.origin);
    this.log.push(`${method} ${pathname}`);
    const say = (status: number, data: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
    if (this.token !== null && headers.authorization !== `Bearer ${this.token}`)
      return void say(401, { message: 'Bad credentials' });
    if (method !== 'GET' && this.faults.shift()?.(response)) return;
    const [, rest = ''] = pathname.match(/^\/repos\/octo\/demo(?:\/(.*))?$/) ?? [];
    if (rest === '') return void say(200, { default_branch: 'trunk' });
    const found = this.pulls.find(({ number }) => rest === `pulls/${number}`);
    if (method === 'PATCH' && found !== undefined) {
      found.body = JSON.parse(body.toString()).body;
      return void say(200, show(found));
    }
    if (rest !== 'pulls') return void say(404, { message: 'Not Found' });
    if (method === 'POST') return void this.#create(JSON.parse(body.toString()), say);
    const wanted = searchParams.get('head');
    say(200, this.pulls.filter(({ head }) => `octo:${head}` === wanted).map(show));
  }

  #create(asked: Omit<Pull, 'number' | 'state'>, say: (status: number, data: unknown) => void): void {
    const isThere = this.pulls.some(({ head, state }) => head === asked.head && state === 'open');
    if (isThere) return void say(422, { message: 'Validation Failed: A pull request already exists for octo.' });
    const { head, base, title, body, draft } = asked;
    const pull: Pull = { number: this.pulls.length + 1, state: 'open', head, base, title, body, draft };
    this.pulls.push(pull);
    say(201, show(pull));
  }

  /** By the program that git ships for it. */
  async #serveGit(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
    const { authorization } = request.headers;
    if (authorization !== undefined) this.authorizations.add(authorization);
    const expected = `Basic ${Buffer.from(`x-access-token:${this.token}`).toString('base64')}`;
    if (this.token !== null && authorization !== expected)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    const { pathname, search } = new URL(request.url ?? '', this.origin);
    const child = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: this.#folder.dir,
        GIT_HTTP_EXPORT_ALL: '1',
        REMOTE_USER: 'somebody',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        CONTENT_LENGTH: String(body.length),
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    // Git may have its answer before it has read all.
    child.stdin.on('error', () => {});
    child.stdin.end(body);
    const reply = await buffer(child.stdout);
    const end = reply.indexOf('\r\n\r\n');
    const headers = reply
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ', 2));
    const status = Number(headers.find(([name]) => name === 'Status')?.[1]?.slice(0, 3) ?? 200);
    response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')));
    response.end(reply.subarray(end + 4));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#folder[Symbol.dispose]();
  }
}

function show({ head, base, ...pull }: Pull): object {
  return { ...pull, head: { ref: head }, base: { ref: base } };
}

/** Breaks off; what was asked for is not done. */
export const hangingUp: Fault = (response) => {
  response.destroy();
  return true;
};
