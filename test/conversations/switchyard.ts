import { once } from 'node:events';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Asked, readAsked } from './two-rounds.ts';

/** Says with which key a call goes on to the simulator, whose keys decide what happens; null: with its own. */
export type ChooseKey = (asked: Asked, header: KeyHeader) => string | null;

const keyHeaders = ['x-api-key', 'x-goog-api-key'] as const;
type KeyHeader = (typeof keyHeaders)[number];

/** Stands before the simulator and changes keys: so a fault strikes one step of one task, whoever asks meanwhile. */
export class Switchyard implements AsyncDisposable {
  readonly origin: string;
  readonly #close: () => Promise<void>;

  private constructor(origin: string, close: () => Promise<void>) {
    this.origin = origin;
    this.#close = close;
  }

  static async open(target: string, choose: ChooseKey): Promise<Switchyard> {
    const server = createServer((request, response) => {
      // Whoever leaves, on either side, takes the other one along.
      forward(request, response, target, choose).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new Switchyard(`http://127.0.0.1:${address.port}`, async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

async function forward(request: IncomingMessage, response: ServerResponse, target: string, choose: ChooseKey) {
  const body = await text(request);
  const asked = readAsked(body, body);
  const header = keyHeaders.find((name) => name in request.headers);
  const key = asked === null || header === undefined ? null : choose(asked, header);
  const changed = key === null || header === undefined ? {} : { [header]: key };
  const onward = openRequest(new URL(request.url ?? '/', target), {
    method: request.method,
    headers: { ...request.headers, ...changed, host: new URL(target).host },
    agent: false,
  });
  response.once('close', () => onward.destroy());
  onward.end(body);
  const [reply]: IncomingMessage[] = await once(onward, 'response');
  if (reply === undefined) throw new Error('no reply');
  response.writeHead(reply.statusCode ?? 500, reply.headers);
  await pipeline(reply, response);
}
