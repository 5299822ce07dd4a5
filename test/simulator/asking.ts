import { text } from 'node:stream/consumers';
import { type Client, models } from './clients.ts';

/** A reply as it is on the wire. */
export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const paths: Readonly<Record<Client, string>> = {
  anthropic: '/v1/messages',
  openai: '/v1/responses',
  'openai-chat': '/v1/chat/completions',
  google: `/v1beta/models/${models.google}:generateContent`,
  'openai-compatible': '/v1/chat/completions',
};

/** The request of a client, as plain as it can be. */
export function request(client: Client, origin: string, key: string, isStream = false): Promise<Response> {
  const path = client === 'google' && isStream ? `${paths.google.replace(':g', ':streamG')}?alt=sse` : paths[client];
  const headers = { 'content-type': 'application/json', ...keyHeader(client, key) };
  return fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(bodyOf(client, isStream)) });
}

export async function ask(client: Client, origin: string, key: string, isStream = false): Promise<RawReply> {
  const reply = await request(client, origin, key, isStream);
  const body = reply.body === null ? '' : await text(reply.body);
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body };
}

export function keyHeader(client: Client, key: string): Record<string, string> {
  if (client === 'anthropic') return { 'x-api-key': key };
  return client === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function bodyOf(client: Client, isStream: boolean): unknown {
  const content = 'Say hello.';
  const model = models[client];
  if (client === 'google') return { contents: [{ role: 'user', parts: [{ text: content }] }] };
  const stream = isStream ? { stream: true } : {};
  if (client === 'openai') return { model, input: content, ...stream };
  return { model, max_tokens: 1000, messages: [{ role: 'user', content }], ...stream };
}
