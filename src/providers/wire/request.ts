import { AgentOsError } from '../../model/errors.ts';
import type { TokenCounts } from '../../model/exchange.ts';
import { quoteSafely } from '../../model/text.ts';
import type { Endpoint, WireApi } from './endpoints.ts';
import { countAt, type Fields, fieldAt, isFields, parseJson } from './fields.ts';

export interface WireRequest {
  readonly model: string;
  readonly isStream: boolean;
  /** What it may use at most, as far as one can tell before: enough to reserve by. */
  readonly estimatedTokens: TokenCounts;
}

/** For a request that does not limit its answer. */
export const defaultOutputTokens = 4096;

const bytesPerToken = 4;
const mostOutputTokens = 10_000_000;

/** Where each API has the limit of one answer, and how many answers are wanted. */
const outputFields: Readonly<Record<WireApi, readonly (readonly string[])[]>> = {
  'anthropic-messages': [['max_tokens']],
  'openai-responses': [['max_output_tokens']],
  'openai-chat': [['max_completion_tokens'], ['max_tokens']],
  gemini: [['generationConfig', 'maxOutputTokens']],
};
const answerFields: Readonly<Record<WireApi, readonly string[] | null>> = {
  'anthropic-messages': null,
  'openai-responses': null,
  'openai-chat': ['n'],
  gemini: ['generationConfig', 'candidateCount'],
};

/** Throws REQUEST_UNREADABLE for a body that is no JSON object or names no model. */
export function readRequest(api: WireApi, endpoint: Endpoint, body: Uint8Array): WireRequest {
  const data = parseJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'));
  if (!isFields(data)) throw unreadable('The request is no JSON object');
  return {
    model: resolveModel(endpoint.model ?? fieldAt(data, 'model')),
    isStream: endpoint.isStream ?? fieldAt(data, 'stream') === true,
    estimatedTokens: {
      input: Math.max(1, Math.ceil(body.byteLength / bytesPerToken)),
      output: estimateOutput(api, data),
    },
  };
}

function resolveModel(model: unknown): string {
  if (typeof model === 'string' && /^[\w@~][\w.:/@+~-]{0,199}$/.test(model)) return model;
  throw unreadable(`The request names no model: ${quoteSafely(model)}`);
}

function estimateOutput(api: WireApi, data: Fields): number {
  const limits = outputFields[api].map((path) => countAt(data, ...path));
  const limit = limits.find((count) => count !== null && count > 0 && count <= mostOutputTokens) ?? defaultOutputTokens;
  const answers = answerFields[api];
  return Math.min(mostOutputTokens, limit * Math.max(1, (answers && countAt(data, ...answers)) ?? 1));
}

function unreadable(message: string): AgentOsError {
  return new AgentOsError('REQUEST_UNREADABLE', message);
}
