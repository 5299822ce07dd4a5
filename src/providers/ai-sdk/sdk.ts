/**
 * The one door to the AI SDK. It is imported only when a model is asked, and bundled by itself: what the SDK needs must
 * not grow what everybody else loads.
 */
import type { createAnthropic } from '@ai-sdk/anthropic';
import type { WireProvider } from '../../model/credential.ts';
import type { Prompt } from '../prompt.ts';
import { keptMark } from './kept-mark.ts';
import type { ReplyPart } from './reply-part.ts';

/** A model of any provider, as the SDK sees it. */
export type Model = ReturnType<ReturnType<typeof createAnthropic>>;

type Message = Parameters<Model['doStream']>[0]['prompt'][number];

export interface ModelAccess {
  /** Of the gateway. */
  readonly origin: string;
  /** Travels where a key would: there is none here. */
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Makes a model that is asked through the gateway. Only the package of its own provider is loaded. */
export async function loadModel(provider: WireProvider, model: string, access: ModelAccess): Promise<Model> {
  const { origin, token: apiKey, fetch } = access;
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: `${origin}/anthropic/v1`, apiKey, fetch })(model);
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL: `${origin}/openai/v1`, apiKey, fetch }).responses(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL: `${origin}/google/v1beta`, apiKey, fetch })(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const baseURL = `${origin}/openai-compatible/v1`;
      const settings = { name: 'compatible', includeUsage: true, supportsStructuredOutputs: true };
      return createOpenAICompatible({ ...settings, baseURL, apiKey, fetch })(model);
    }
  }
}

export interface Question {
  readonly model: Model;
  readonly prompt: Prompt;
  readonly maxOutputTokens: number;
}

/**
 * Asks once, the provider's package itself: what the SDK lays over it (steps, tools, outputs) is nothing that one answer
 * needs, and takes longer than all the rest of a call. Trouble is a part of the stream, or thrown while it is read.
 */
export async function* openStream(question: Question, abortSignal: AbortSignal): AsyncGenerator<ReplyPart, void> {
  const { model, prompt, maxOutputTokens } = question;
  const { name, schema } = prompt.format;
  const { stream } = await model.doStream({
    prompt: [{ role: 'system', content: prompt.system, providerOptions: keptMark }, makeMessage(prompt)],
    responseFormat: { type: 'json', name, schema },
    maxOutputTokens,
    abortSignal,
    // What is asked is nobody's to keep.
    providerOptions: { openai: { store: false } },
  });
  let modelId: string | null = null;
  for await (const part of stream) {
    if (part.type === 'text-delta') yield { kind: 'text', text: part.delta };
    if (part.type === 'error') yield { kind: 'trouble', error: part.error };
    if (part.type === 'response-metadata') modelId = part.modelId ?? modelId;
    if (part.type === 'finish') {
      const { unified, raw } = part.finishReason;
      yield { kind: 'end', reason: unified, raw: raw ?? null, modelId: modelId ?? model.modelId };
    }
  }
}

function makeMessage({ context, question, isRepeated }: Prompt): Message {
  const blocks = context.map((text) => ({
    type: 'text' as const,
    text,
    ...(isRepeated ? { providerOptions: keptMark } : {}),
  }));
  return { role: 'user', content: [...blocks, { type: 'text', text: question }] };
}
