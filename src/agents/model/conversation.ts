import type { ModelMessage } from 'ai';
import type { ToolCall, TurnEnd } from '../../providers/ai-sdk/take-turn.ts';

export interface UsedTool {
  readonly call: ToolCall;
  readonly text: string;
  readonly isError: boolean;
}

/** Above this, what tools said long ago is cut: seldom, since a changed beginning is in no cache. */
const mostChars = 240_000;
const keptResults = 6;
const keptChars = 400;

type Said = Extract<TurnEnd, { kind: 'turn' }>['said'];

/** What was said between us and a model. In memory only: a job that is tried again begins anew. */
export class Conversation {
  #messages: ModelMessage[];

  constructor(question: string) {
    this.#messages = [{ role: 'user', content: question }];
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  addTurn(said: Said, used: readonly UsedTool[]): void {
    this.#messages.push(...said, {
      role: 'tool',
      content: used.map(({ call, text, isError }) => ({
        type: 'tool-result',
        toolCallId: call.id,
        toolName: call.name,
        output: { type: isError ? 'error-text' : 'text', value: text },
      })),
    });
    if (sizeOf(this.#messages) > mostChars) this.#shorten();
  }

  addRemark(text: string): void {
    this.#messages.push({ role: 'user', content: text });
  }

  #shorten(): void {
    const tools = this.#messages.filter(({ role }) => role === 'tool');
    const old = new Set(tools.slice(0, -keptResults));
    this.#messages = this.#messages.map((message) => (old.has(message) ? shorten(message) : message));
  }
}

function shorten(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || (part.output.type !== 'text' && part.output.type !== 'error-text')) return part;
    const { value } = part.output;
    if (value.length <= keptChars) return part;
    const note = `(cut: ${value.length} characters; use the tool again if you need them)`;
    return { ...part, output: { ...part.output, value: `${value.slice(0, keptChars).toWellFormed()}\n${note}` } };
  });
  return { ...message, content };
}

function sizeOf(messages: readonly ModelMessage[]): number {
  return JSON.stringify(messages).length;
}
