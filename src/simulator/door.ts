import type { IncomingHttpHeaders } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import { anthropic } from './wire/anthropic.ts';
import { gemini } from './wire/gemini.ts';
import { openaiChat } from './wire/openai-chat.ts';
import { openaiCompatible } from './wire/openai-compatible.ts';
import { openaiResponses } from './wire/openai-responses.ts';
import type { Personality } from './wire/personality.ts';

export type Api = 'anthropic-messages' | 'openai-responses' | 'openai-chat' | 'gemini';

/** What a request is for. */
export interface Route {
  /** Null: the list of models, which several providers have at the same place. */
  readonly api: Api | null;
  readonly call: 'generate' | 'count' | 'models';
  /** Where the path names it. */
  readonly model: string;
  readonly isStream: boolean;
}

const posts: readonly [end: string, api: Api, call: Route['call']][] = [
  ['/v1/messages', 'anthropic-messages', 'generate'],
  ['/v1/messages/count_tokens', 'anthropic-messages', 'count'],
  ['/v1/responses', 'openai-responses', 'generate'],
  ['/v1/responses/input_tokens', 'openai-responses', 'count'],
  ['/v1/chat/completions', 'openai-chat', 'generate'],
];

/** Any prefix is fine: those who speak like OpenAI live at all kinds of places. Null: there is nothing. */
export function findRoute(method: string, url: URL): Route | null {
  const path = url.pathname;
  if (method === 'GET' && /\/v1(beta)?\/models$/.test(path)) {
    return { api: path.endsWith('/v1beta/models') ? 'gemini' : null, call: 'models', model: '', isStream: false };
  }
  if (method !== 'POST') return null;
  const found = posts.find(([end]) => path.endsWith(end));
  if (found !== undefined) return { api: found[1], call: found[2], model: '', isStream: false };
  return findGeminiRoute(path);
}

function findGeminiRoute(path: string): Route | null {
  const [, model, verb] =
    /\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/.exec(path) ?? [];
  if (model === undefined) return null;
  const call = verb === 'countTokens' ? 'count' : 'generate';
  return { api: 'gemini', call, model: decodeURIComponent(model), isStream: verb === 'streamGenerateContent' };
}

export function findKey(headers: IncomingHttpHeaders): string | null {
  const named = headers['x-api-key'] ?? headers['x-goog-api-key'];
  if (typeof named === 'string') return named;
  return /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

const providerOfApi: Readonly<Record<Api, WireProvider>> = {
  'anthropic-messages': 'anthropic',
  'openai-responses': 'openai',
  'openai-chat': 'openai',
  gemini: 'google',
};

/** Whose door it is, whoever may knock. */
export function providerOf({ api }: Route): WireProvider {
  return api === null ? 'openai' : providerOfApi[api];
}

/** Those who speak like OpenAI have its doors. */
export function mayUse(provider: WireProvider, { api }: Route): boolean {
  if (api === null) return provider !== 'google';
  const owner = providerOfApi[api];
  return owner === provider || (owner === 'openai' && provider === 'openai-compatible');
}

/** Who answers at a door, for somebody with a key of this provider. */
export function findPersonality({ api }: Route, provider: WireProvider): Personality {
  if (api === 'gemini') return gemini;
  if (api === 'anthropic-messages' || (api === null && provider === 'anthropic')) return anthropic;
  if (api === 'openai-responses') return openaiResponses;
  return provider === 'openai-compatible' ? openaiCompatible : openaiChat;
}
