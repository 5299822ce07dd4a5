import { type IncomingMessage, request } from 'node:http';

/** A reply whose body is yet to come. */
export type GatewayReply = IncomingMessage;

export interface GatewayRequest {
  readonly url: string | URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/**
 * Sends one request over a connection of its own. Not by `fetch`, which gives up after 300 s of silence: how long the
 * gateway may take is known here, and nothing else counts. It follows no redirect and no proxy of the environment.
 */
export async function sendToGateway({ url, method, headers, body, signal }: GatewayRequest): Promise<GatewayReply> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, signal, agent: false }, (reply) => {
      // Whoever reads the body is told of its trouble; when nobody does any more, it is no news.
      reply.on('error', () => {});
      resolve(reply);
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/** The beginning of a body, as much as came of it. Contract: never throws. */
export async function readBeginning(reply: GatewayReply, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const incoming: AsyncIterable<Uint8Array> = reply;
  let bytes = 0;
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // Cut off: what came has to do.
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}
