import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type PipeQuestion =
  /** Passes on to there; says where it listens. */
  | { readonly kind: 'open'; readonly origin: string }
  /** What it has taken of the processor so far, in milliseconds. */
  | { readonly kind: 'tell' };

/** Passes bytes on, and does nothing else: no proxy that is written for Node takes less. Ends with its parent. */
process.on('disconnect', () => process.exit());
process.on('message', async (question: PipeQuestion) => {
  process.send?.(question.kind === 'open' ? await openPipe(question.origin) : tell());
});

async function openPipe(origin: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const server = createServer((asked, response) => {
    const sent = request(origin, { method: 'POST', agent, headers: asked.headers });
    sent.on('response', (reply) => reply.pipe(response.writeHead(reply.statusCode ?? 500, reply.headers)));
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function tell(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
