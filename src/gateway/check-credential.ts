import { text } from 'node:stream/consumers';
import type { Credential, WireProvider } from '../model/credential.ts';
import type { Trouble } from '../model/exchange.ts';
import { classify, classifyNetwork } from '../providers/wire/classify.ts';
import { headersOf, makeUpstreamHeaders } from './headers.ts';
import { Upstream } from './upstream.ts';

/** What every provider answers for nothing, and to nobody without a key. */
const listingOf: Readonly<Record<WireProvider, string>> = {
  anthropic: '/v1/models?limit=1',
  openai: '/v1/models',
  google: '/v1beta/models?pageSize=1',
  'openai-compatible': '/v1/models',
};

const none = new Uint8Array();

/** Whether the provider takes the key: null if it does. */
export async function checkCredential(
  { provider, baseUrl }: Credential,
  key: string,
  signal: AbortSignal,
): Promise<Trouble | null> {
  using upstream = new Upstream();
  const asked = { accept: 'application/json', 'anthropic-version': '2023-06-01' };
  try {
    const headers = makeUpstreamHeaders(asked, provider, key, none);
    const order = { method: 'GET', baseUrl, target: listingOf[provider], headers, body: none, signal };
    const reply = await upstream.send(order);
    const body = await text(reply);
    const status = reply.statusCode ?? 0;
    if (status >= 200 && status < 300) return null;
    return classify(provider, { status, headers: headersOf(reply), body }, Date.now());
  } catch (error) {
    return classifyNetwork(error);
  }
}
