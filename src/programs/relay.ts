import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { errnoOf } from '../model/errors.ts';
import { HeardOutput } from './heard-output.ts';
import { type OpenSocket, openSocket } from './open-socket.ts';

export interface RelaySetup {
  /** Where requests go on to, such as `http://127.0.0.1:41234/anthropic`. */
  readonly target: string;
  /** Of the task, for the gateway: the program never sees it. */
  readonly token: string;
  /** Sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  /** A program that asks more often is refused. */
  readonly maxRequests: number;
  /** A unix socket to listen on, for a program that has a loopback of its own; a port of ours if none is named. */
  readonly socketPath?: string;
}

/** A reply that is no answer. */
export interface RefusedReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const maxErrorBytes = 64 * 1024;
const keptOfAnswer = 64 * 1024;
const longestSettlingMs = 1000;
/** Of the caller alone, or of one connection. */
const ownHeaders = [
  ...['host', 'authorization', 'x-api-key', 'x-goog-api-key', 'accept-encoding'],
  ...['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade'],
];

/**
 * Stands between one run of a program and the gateway, and notes what the program would hide: what exactly was refused,
 * and whether an answer came whole. The program shows a token that is good here and for this run alone.
 */
export class Relay implements AsyncDisposable {
  readonly token = randomBytes(32).toString('base64url');
  readonly #setup: RelaySetup;
  readonly #server = createServer((incoming, response) => this.#serve(incoming, response));
  #socket: OpenSocket | null = null;
  #requests = 0;
  readonly #open = new Set<ClientRequest>();
  #whenIdle = () => {};
  #answers = 0;
  #refused: (RefusedReply & { readonly number: number }) | null = null;
  #cut: string | null = null;
  #tail = '';
  #client: string | null = null;

  private constructor(setup: RelaySetup) {
    this.#setup = setup;
  }

  static async open(setup: RelaySetup): Promise<Relay> {
    const relay = new Relay(setup);
    if (setup.socketPath === undefined) relay.#server.listen(0, '127.0.0.1');
    else {
      relay.#socket = openSocket(setup.socketPath);
      relay.#server.listen(relay.#socket.path);
    }
    try {
      await once(relay.#server, 'listening');
    } catch (error) {
      relay.#socket?.[Symbol.dispose]();
      throw error;
    }
    return relay;
  }

  /** Contract: it listens on a port. */
  get origin(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the relay has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Requests that were made, refused ones included. */
  get requests(): number {
    return this.#requests;
  }

  /** Whether a reply is waited for. */
  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  /** Answers that came whole. */
  get answers(): number {
    return this.#answers;
  }

  /** A request too many was refused. */
  get isExhausted(): boolean {
    return this.#requests > this.#setup.maxRequests;
  }

  /** The last reply that was no answer; null if there was none, or if what was asked later was answered. */
  get refused(): RefusedReply | null {
    return this.#refused;
  }

  /** Why the last answer did not come whole; null if none was cut off. */
  get cut(): string | null {
    return this.#cut;
  }

  /** How the last answer ended. */
  get tail(): string {
    return this.#tail;
  }

  /** What the program calls itself, with its version, such as `claude-cli/2.1.0`; null if it did not say. */
  get client(): string | null {
    return this.#client;
  }

  /** Programs hang up as soon as they have read what they want: what is still on its way is let in, for a moment. */
  async settle(): Promise<void> {
    if (!this.isBusy) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestSettlingMs);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sent of this.#open) sent.destroy();
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
    this.#socket?.[Symbol.dispose]();
  }

  #serve(incoming: IncomingMessage, response: ServerResponse): void {
    if (!isToken(incoming.headers, this.token)) {
      refuse(response, 401, 'The token is not valid');
      return;
    }
    // Whoever takes it for a proxy names a whole address.
    if (!incoming.url?.startsWith('/')) {
      refuse(response, 400, 'Only paths are served');
      return;
    }
    this.#requests += 1;
    this.#client = nameClient(incoming.headers['user-agent']) ?? this.#client;
    if (this.#requests > this.#setup.maxRequests) {
      refuse(response, 400, `No more than ${this.#setup.maxRequests} requests are made for one question`);
      return;
    }
    this.#passOn(this.#requests, incoming, response);
  }

  #passOn(number: number, incoming: IncomingMessage, response: ServerResponse): void {
    const { target, token, headers } = this.#setup;
    const { method = 'GET', url = '/' } = incoming;
    const sent = request(`${target}${url}`, {
      method,
      headers: { ...keptHeaders(incoming.headers), ...headers, authorization: `Bearer ${token}` },
      agent: false,
    });
    this.#open.add(sent);
    const end = () => this.#end(sent);
    sent.once('close', end);
    const hangUp = () => sent.destroy();
    response.once('close', hangUp);
    sent.on('error', (error) => {
      this.#cut ??= `the connection was lost (${errnoOf(error) ?? 'unknown'})`;
      if (response.headersSent) response.destroy();
      else refuse(response, 502, 'The gateway cannot be reached');
    });
    sent.on('response', (reply) => {
      this.#answer(number, reply, response);
      // What has begun to come is heard to its end, also when the program has read enough: it is paid for.
      response.off('close', hangUp).once('close', () => reply.resume());
      // A request may close before the last of its reply was heard.
      sent.off('close', end);
      reply.once('close', end);
    });
    incoming.pipe(sent);
  }

  #end(sent: ClientRequest): void {
    this.#open.delete(sent);
    if (!this.isBusy) this.#whenIdle();
  }

  #answer(number: number, reply: IncomingMessage, response: ServerResponse): void {
    const status = reply.statusCode ?? 502;
    const isAnswer = status >= 200 && status < 300;
    const heard = isAnswer ? new HeardOutput(keptOfAnswer, 'end') : new HeardOutput(maxErrorBytes, 'beginning');
    reply.on('data', (chunk: Buffer) => void heard.push(chunk));
    reply.on('error', () => {});
    reply.on('close', () => {
      if (isAnswer) this.#noteAnswer(number, reply.complete, heard.text);
      else this.#refused = { number, status, headers: toRecord(reply.headers), body: heard.text };
      if (!reply.complete) response.destroy();
    });
    response.writeHead(status, keptHeaders(reply.headers));
    reply.pipe(response);
  }

  #noteAnswer(number: number, isWhole: boolean, tail: string): void {
    this.#tail = tail;
    if (isWhole) this.#answers += 1;
    if (isWhole && this.#refused !== null && this.#refused.number < number) this.#refused = null;
    this.#cut = isWhole ? null : 'the reply was cut off';
  }
}

function nameClient(agent: string | undefined): string | null {
  return agent?.match(/^[\w.-]{1,60}\/[\w.+-]{1,60}(?=\s|$)/)?.[0] ?? null;
}

function isToken(headers: IncomingHttpHeaders, token: string): boolean {
  const key = headers['x-api-key'] ?? headers['x-goog-api-key'];
  const shown = typeof key === 'string' ? key : (headers.authorization ?? '').replace(/^Bearer +/i, '');
  return timingSafeEqual(digest(shown), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function keptHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(toRecord(headers)).filter(([name]) => !ownHeaders.includes(name)));
}

function toRecord(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } });
  response.writeHead(status, { 'content-type': 'application/json', 'x-should-retry': 'false', connection: 'close' });
  response.end(body);
}
