import type { WireProvider } from '../../model/credential.ts';

/** A way to ask a model over HTTP. */
export type WireApi = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';

export interface Endpoint {
  readonly api: WireApi;
  /** Null: named in the body, or none. */
  readonly model: string | null;
  /** Null: said in the body. */
  readonly isStream: boolean | null;
  /** A model answers, and it costs. Other endpoints count or list. */
  readonly isBilled: boolean;
  readonly hasBody: boolean;
}

interface Row {
  readonly provider: WireProvider;
  readonly method: 'GET' | 'POST';
  /** A group named `model` is the model. */
  readonly path: RegExp;
  readonly api: WireApi;
  readonly isStream?: boolean;
  readonly isBilled?: boolean;
}

/** All that may be asked for. Names are plain: no dots alone, no escapes, so that no path can leave its place. */
const rows: readonly Row[] = [
  { provider: 'anthropic', method: 'POST', path: /^\/v1\/messages$/, api: 'anthropic-messages', isBilled: true },
  { provider: 'anthropic', method: 'POST', path: /^\/v1\/messages\/count_tokens$/, api: 'anthropic-messages' },
  { provider: 'anthropic', method: 'GET', path: /^\/v1\/models(\/\w[\w.-]*)?$/, api: 'anthropic-messages' },
  { provider: 'openai', method: 'POST', path: /^\/v1\/responses$/, api: 'openai-responses', isBilled: true },
  { provider: 'openai', method: 'POST', path: /^\/v1\/responses\/input_tokens$/, api: 'openai-responses' },
  { provider: 'openai', method: 'POST', path: /^\/v1\/chat\/completions$/, api: 'openai-chat', isBilled: true },
  { provider: 'openai', method: 'GET', path: /^\/v1\/models(\/\w[\w.:-]*)?$/, api: 'openai-responses' },
  {
    provider: 'openai-compatible',
    method: 'POST',
    path: /^\/v1\/chat\/completions$/,
    api: 'openai-chat',
    isBilled: true,
  },
  { provider: 'openai-compatible', method: 'GET', path: /^\/v1\/models$/, api: 'openai-chat' },
  {
    provider: 'google',
    method: 'POST',
    path: /^\/v1beta\/models\/(?<model>\w[\w.-]*):generateContent$/,
    api: 'gemini',
    isStream: false,
    isBilled: true,
  },
  {
    provider: 'google',
    method: 'POST',
    path: /^\/v1beta\/models\/(?<model>\w[\w.-]*):streamGenerateContent$/,
    api: 'gemini',
    isStream: true,
    isBilled: true,
  },
  { provider: 'google', method: 'POST', path: /^\/v1beta\/models\/(?<model>\w[\w.-]*):countTokens$/, api: 'gemini' },
  { provider: 'google', method: 'GET', path: /^\/v1beta\/models(\/\w[\w.-]*)?$/, api: 'gemini' },
];

/** What a request is for; null for what nobody may ask. The path is that behind the provider; its query is ignored. */
export function findEndpoint(provider: WireProvider, method: string, path: string): Endpoint | null {
  const [plain = ''] = path.split('?', 1);
  for (const row of rows) {
    const found = row.provider === provider && row.method === method ? row.path.exec(plain) : null;
    if (found) return toEndpoint(row, found.groups?.['model'] ?? null);
  }
  return null;
}

function toEndpoint({ api, method, isStream, isBilled = false }: Row, model: string | null): Endpoint {
  return { api, model, isStream: isBilled ? (isStream ?? null) : false, isBilled, hasBody: method === 'POST' };
}
