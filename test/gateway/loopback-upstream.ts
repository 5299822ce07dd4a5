import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest, at: number) => void;

export interface LoopbackUpstream extends AsyncDisposable {
  readonly origin: string;
  readonly seen: readonly SeenRequest[];
  /** How many of the connections that were ever made were closed by the other side in the midst of a reply. */
  readonly abandoned: number;
}

/** A provider that does what a test says, byte by byte. */
export async function openLoopbackUpstream(reply: Reply): Promise<LoopbackUpstream> {
  const seen: SeenRequest[] = [];
  let abandoned = 0;
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    const body = (await buffer(request)).toString('utf8');
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    reply(response, one, seen.length - 1);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    get abandoned() {
      return abandoned;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A reply of Anthropic's that is not streamed. */
export function sendMessage(response: ServerResponse, text = 'hello', model = 'claude-test-1'): void {
  const usage = { input_tokens: 10, output_tokens: 5 };
  const content = [{ type: 'text', text }];
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model, content, stop_reason: 'end_turn', usage };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}

export function sendError(
  response: ServerResponse,
  status: number,
  type: string,
  headers: Readonly<Record<string, string>> = {},
  message = 'no',
): void {
  const body = JSON.stringify({ type: 'error', error: { type, message } });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export function event(data: Readonly<Record<string, unknown>> & { readonly type: string }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** The events of a stream of Anthropic's. */
export const streamEvents: readonly string[] = [
  event({
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-test-1',
      content: [],
      stop_reason: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hello' } }),
  event({ type: 'content_block_stop', index: 0 }),
  event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } }),
  event({ type: 'message_stop' }),
];

export function startStream(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/event-stream' });
}
