import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GatewayAccess } from '../../../src/model/gateway-access.ts';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Play = (response: ServerResponse, seen: Seen) => void | Promise<void>;

/** A loopback server that plays the gateway: exact bytes, and a receipt for every call. */
export class StandIn implements AsyncDisposable {
  readonly seen: Seen[] = [];
  readonly access: GatewayAccess;
  readonly #server;
  /** How many connections are open at this moment. */
  connections = 0;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    const { port }: Pick<AddressInfo, 'port'> = addressOf(server);
    this.access = {
      origin: `http://127.0.0.1:${port}`,
      tokens: { drafter: 'token-d', reviewer: 'token-r', agent: 'token-a' },
    };
  }

  static async open(play: Play, receipt: unknown = { usd: 0.25, models: [], exchanges: 1, repeats: 0, waitedMs: 0 }) {
    const server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const standIn = new StandIn(server);
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const seen = await readRequest(request);
      standIn.seen.push(seen);
      if (!seen.url.startsWith('/receipts/')) return await play(response, seen);
      response.writeHead(receipt === null ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(receipt));
    };
    server.on('connection', (socket) => {
      standIn.connections += 1;
      socket.on('close', () => {
        standIn.connections -= 1;
      });
    });
    return standIn;
  }

  get calls(): Seen[] {
    return this.seen.filter(({ url }) => !url.startsWith('/receipts/'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function addressOf(server: ReturnType<typeof createServer>): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address;
}

async function readRequest(request: IncomingMessage): Promise<Seen> {
  const chunks: Uint8Array[] = [];
  const incoming: AsyncIterable<Uint8Array> = request;
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = '', url = '', headers } = request;
  return { method, url, headers, body: Buffer.concat(chunks).toString() };
}

/** One event of a stream, as JSON. */
export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The events of an answer of Anthropic's. */
export function anthropicEvents(text: string, { model = 'claude-test', stop = 'end_turn' } = {}): string[] {
  const usage = { input_tokens: 10, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage };
  const half = Math.ceil(text.length / 2);
  return [
    event({ type: 'message_start', message }, 'message_start'),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 'content_block_start'),
    ...[text.slice(0, half), text.slice(half)].map((part) => anthropicDelta(part)),
    event({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
    event({ type: 'message_delta', delta: { stop_reason: stop }, usage: { output_tokens: 5 } }, 'message_delta'),
    event({ type: 'message_stop' }, 'message_stop'),
  ];
}

export function anthropicDelta(text: string): string {
  return event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, 'content_block_delta');
}

/** Plays these texts as one stream of events. */
export function stream(...parts: readonly string[]): Play {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const part of parts) response.write(part);
    response.end();
  };
}

/** Plays a reply that is no stream. */
export function reply(status: number, headers: Record<string, string>, body: string | object): Play {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}
