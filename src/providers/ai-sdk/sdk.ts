/**
 * The one door to the AI SDK. It is imported only when a model is asked, and bundled by itself: what the SDK needs must
 * not grow what everybody else loads.
 */
import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  Output,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from 'ai';
import type { WireProvider } from '../../model/credential.ts';
import type { Prompt } from '../prompt.ts';
import { keptMark, openToolStream } from './tool-stream.ts';

export { openToolStream };

export interface ModelAccess {
  /** Of the gateway. */
  readonly origin: string;
  /** Travels where a key would: there is none here. */
  readonly token: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Makes a model that is asked through the gateway. Only the package of its own provider is loaded. */
export async function loadModel(provider: WireProvider, model: string, access: ModelAccess): Promise<LanguageModel> {
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
  readonly model: LanguageModel;
  readonly prompt: Prompt;
  readonly maxOutputTokens: number;
}

/** Asks once. Trouble is a part of the stream, or thrown while it is read. */
export function openStream(question: Question, abortSignal: AbortSignal): AsyncIterable<TextStreamPart<ToolSet>> {
  const { model, prompt, maxOutputTokens } = question;
  const { name, schema } = prompt.format;
  // It would speak on the task's own output.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const { stream } = streamText({
    model,
    instructions: { role: 'system', content: prompt.system, providerOptions: keptMark },
    messages: [makeMessage(prompt)],
    output: { ...Output.object({ schema: jsonSchema(schema), name }), parsePartialOutput: measurePart },
    maxOutputTokens,
    maxRetries: 0,
    abortSignal,
    telemetry: { isEnabled: false },
    // What is asked is nobody's to keep.
    providerOptions: { openai: { store: false } },
    // Without this it would print them.
    onError: () => {},
  });
  return stream;
}

function makeMessage({ context, question, isRepeated }: Prompt): ModelMessage {
  const blocks = context.map((text) => ({
    type: 'text' as const,
    text,
    ...(isRepeated ? { providerOptions: keptMark } : {}),
  }));
  return { role: 'user', content: [...blocks, { type: 'text', text: question }] };
}

/** The SDK would read a reply anew with every piece of it, and wait until that says something new: its length does. */
async function measurePart({ text }: { readonly text: string }) {
  return { partial: text.length };
}
