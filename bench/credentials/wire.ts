import { Agent, request } from 'node:http';
import type { WireProvider } from '../../src/model/credential.ts';

export const model = 'bench-model-1';

interface WireForm {
  readonly path: string;
  makeBody(prompt: string): object;
  makeHeaders(key: string): Record<string, string>;
}

const openai: WireForm = {
  path: '/v1/chat/completions',
  makeBody: (content) => ({ model, max_completion_tokens: 16, messages: [{ role: 'user', content }] }),
  makeHeaders: (key) => ({ authorization: `Bearer ${key}` }),
};

/** How each provider is asked. */
export const wireForms: Readonly<Record<WireProvider, WireForm>> = {
  openai,
  'openai-compatible': openai,
  anthropic: {
    path: '/v1/messages',
    makeBody: (content) => ({ model, max_tokens: 16, messages: [{ role: 'user', content }] }),
    makeHeaders: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  google: {
    path: `/v1beta/models/${model}:generateContent`,
    makeBody: (text) => ({
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: { maxOutputTokens: 16 },
    }),
    makeHeaders: (key) => ({ 'x-goog-api-key': key }),
  },
};

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Kept connections, as every client has them. */
export class Line implements Disposable {
  readonly #agent = new Agent({ keepAlive: true });

  /** Resolves when the whole reply has come. */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: object,
    signal: AbortSignal,
  ): Promise<Reply> {
    const bytes = Buffer.from(JSON.stringify(body));
    const all = { ...headers, 'content-type': 'application/json', 'content-length': bytes.length };
    return await new Promise<Reply>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent: this.#agent, headers: all, signal });
      sent.on('error', reject);
      sent.on('response', (response) => {
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
        response.resume();
      });
      sent.end(bytes);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}
