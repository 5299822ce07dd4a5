import type { Credential, WireProvider } from '../model/credential.ts';
import type { Trouble } from '../model/exchange.ts';
import { classify } from '../providers/wire/classify.ts';
import { headersOf } from '../providers/wire/headers-of.ts';
import { makeUpstreamHeaders } from './headers.ts';
import { explainNetwork } from './network-trouble.ts';
import { Upstream, type UpstreamSetup } from './upstream.ts';

export interface CheckOptions extends UpstreamSetup {
  readonly signal: AbortSignal;
}

/** What every provider answers for nothing, and to nobody without a key. */
const listingOf: Readonly<Record<WireProvider, string>> = {
  anthropic: '/v1/models?limit=1',
  openai: '/v1/models',
  google: '/v1beta/models?pageSize=1',
  'openai-compatible': '/v1/models',
};

const none = new Uint8Array();
/** Why a key is refused is said in less. */
const longestErrorBytes = 64 * 1024;

/** Whether the provider takes the key: null if it does. */
export async function checkCredential(
  { provider, baseUrl }: Credential,
  key: string,
  { now, proxyTo, signal }: CheckOptions,
): Promise<Trouble | null> {
  using upstream = new Upstream({ now, proxyTo });
  let isSent = false;
  const onSent = () => {
    isSent = true;
  };
  const asked = { accept: 'application/json', 'anthropic-version': '2023-06-01' };
  try {
    const headers = makeUpstreamHeaders(asked, provider, key, none);
    const order = { method: 'GET', baseUrl, target: listingOf[provider], headers, body: none, signal, onSent };
    const reply = await upstream.send(order);
    const status = reply.statusCode ?? 0;
    const body = await readStart(reply);
    if (status >= 200 && status < 300) return null;
    return classify(provider, { status, headers: headersOf(reply), body }, now());
  } catch (error) {
    return explainNetwork(error, { baseUrl, isSent });
  }
}

/** The rest of a long reply is not read. */
async function readStart(reply: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of reply) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= longestErrorBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, longestErrorBytes).toString('utf8');
}
