/** The door to the part of the AI SDK that knows tools: imported only where they are used, and bundled by itself. */
import {
  jsonSchema,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
  tool,
} from 'ai';
import { keptMark } from './kept-mark.ts';

/** A tool as a model is told of it. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** Of its input: a JSON schema of an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ToolQuestion {
  readonly model: LanguageModel;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolOffer[];
  readonly maxOutputTokens: number;
}

export interface ToolStream {
  readonly parts: AsyncIterable<TextStreamPart<ToolSet>>;
  /** What the model said, in the form in which it is told to it again. Contract: the stream was read to a good end. */
  load(): Promise<readonly ModelMessage[]>;
}

/** Asks once, and runs no tool: whoever asks does. Trouble is a part of the stream, or thrown while it is read. */
export function openToolStream(question: ToolQuestion, abortSignal: AbortSignal): ToolStream {
  const { model, system, messages, tools, maxOutputTokens } = question;
  // It would speak on the task's own output.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const result = streamText({
    model,
    instructions: { role: 'system', content: system, providerOptions: keptMark },
    messages: messages.map((message, at) => (at === 0 || at === messages.length - 1 ? mark(message) : message)),
    tools: makeTools(tools),
    maxOutputTokens,
    maxRetries: 0,
    abortSignal,
    telemetry: { isEnabled: false },
    // What is asked is nobody's to keep.
    providerOptions: { openai: { store: false } },
    // Without this it would print them.
    onError: () => {},
  });
  return { parts: result.stream, load: async () => await result.responseMessages };
}

/** What was asked, and all that was said since: the next turn begins with the same. */
function mark(message: ModelMessage): ModelMessage {
  return { ...message, providerOptions: keptMark };
}

function makeTools(offers: readonly ToolOffer[]): ToolSet {
  return Object.fromEntries(
    offers.map(({ name, description, schema }) => [
      name,
      // Not strict: that would make every field required.
      tool({ description, inputSchema: jsonSchema(schema), strict: false }),
    ]),
  );
}
