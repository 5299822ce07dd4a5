import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { ProxyServer } from './proxy.ts';
import { TunnelAgent } from './tunnel-agent.ts';

/** Their replies have no body, and may be given none. */
const bodiless = [204, 205, 304];

/** A `fetch` through a proxy, for https alone. It keeps no connection, and follows no redirect. */
export function makeTunnelledFetch(proxy: ProxyServer): typeof globalThis.fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const { url, method, signal } = asked;
    const body = Buffer.from(await asked.arrayBuffer());
    return await new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      const request = requestHttps(url, { method, agent: new TunnelAgent(proxy, {}, signal), signal });
      for (const [name, value] of asked.headers) request.setHeader(name, value);
      request.once('error', reject);
      request.once('response', (reply) => {
        const { statusCode: status = 0, headersDistinct } = reply;
        const headers = new Headers();
        for (const [name, values = []] of Object.entries(headersDistinct)) headers.set(name, values.join(', '));
        const rest = bodiless.includes(status) ? null : Readable.toWeb(reply);
        if (rest === null) reply.resume();
        resolve(new Response(rest, { status, headers }));
      });
      request.end(body.length === 0 ? undefined : body);
    });
  };
}
