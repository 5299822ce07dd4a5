import type { ModelMessage } from 'ai';
import type { WireProvider } from '../../model/credential.ts';
import { isRecord } from '../../model/json.ts';
import type { CallEnd } from './call-end.ts';
import type { CallLimits } from './call-limits.ts';
import { type CollectedReply, collectReply } from './collect-reply.ts';
import { readEnd } from './read-end.ts';
import type { ReplyPart } from './reply-part.ts';
import type { ToolOffer, ToolStream } from './tool-stream.ts';
import { WallLimit } from './wall-limit.ts';
import { type CallMark, type CallWatch, makeWatchedFetch } from './watched-fetch.ts';

/** A model behind the gateway: who is asked, and by whom. */
export interface GatewayModel {
  readonly spec: string;
  readonly provider: WireProvider;
  readonly model: string;
  readonly origin: string;
  readonly token: string;
  readonly limits: CallLimits;
}

/** What is asked in one turn of a conversation with tools. */
export interface Turn {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolOffer[];
  readonly maxOutputTokens: number;
  /** What the model says, as it comes. */
  onText(text: string): void;
}

/** A tool that the model wants to be used; its input is whatever it wrote. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export type TurnEnd =
  | {
      readonly kind: 'turn';
      readonly text: string;
      readonly calls: readonly ToolCall[];
      /** What it said, as it is told to it again. */
      readonly said: readonly ModelMessage[];
      /** It had more to say than it may. */
      readonly isCut: boolean;
    }
  | Exclude<CallEnd, { kind: 'answer' }>;

/** Asks once; the gateway alone repeats. Contract: never throws for trouble of models and networks. */
export async function takeTurn(
  access: GatewayModel,
  turn: Turn,
  mark: CallMark,
  signal: AbortSignal,
): Promise<TurnEnd> {
  const { spec, provider, limits, origin, token } = access;
  // What cannot be loaded is a defect of ours, and no trouble of a model.
  const { loadModel } = await import('./sdk.ts');
  const { openToolStream } = await import('./tool-stream.ts');
  using wall = new WallLimit(limits.wallMs);
  const watch: CallWatch = { refused: null, wrongType: null, isTooLong: false, receipt: null };
  const fetch = makeWatchedFetch({ ...mark, limits, watch, onBegin: () => wall.restart() });
  const model = await loadModel(provider, access.model, { origin, token, fetch });
  const calls: ToolCall[] = [];
  let stream: ToolStream | null = null;
  const open = (either: AbortSignal) => {
    stream = openToolStream({ ...turn, model }, either);
    return listen(stream.parts, turn, calls);
  };
  const reply = await collectReply(open, limits.maxReplyChars, AbortSignal.any([signal, wall.signal]));
  const said = await loadSaid(stream, reply);
  const isOvertime = wall.signal.aborted;
  if (said !== null && isTurn(reply, watch, calls) && !isOvertime) {
    return { kind: 'turn', text: reply.text, calls, said, isCut: reply.finish.reason === 'length' };
  }
  const end = readEnd({ spec, provider, limits, watch, reply, isOvertime, now: Date.now() });
  return end.kind === 'answer' ? { kind: 'turn', text: end.text, calls: [], said: said ?? [], isCut: false } : end;
}

/** Passes a stream on, and hears what it says and which tools it wants. */
async function* listen(parts: ToolStream['parts'], { onText }: Turn, calls: ToolCall[]): AsyncGenerator<ReplyPart> {
  for await (const part of parts) {
    if (part.type === 'tool-call') calls.push({ id: part.toolCallId, name: part.toolName, input: part.input });
    if (part.type === 'error') yield { kind: 'trouble', error: part.error };
    if (part.type === 'text-delta') {
      onText(part.text);
      yield { kind: 'text', text: part.text };
    }
    if (part.type === 'finish-step') {
      const { finishReason: reason, rawFinishReason: raw, response } = part;
      yield { kind: 'end', reason, raw: raw ?? null, modelId: response.modelId };
    }
  }
}

async function loadSaid(stream: ToolStream | null, reply: CollectedReply): Promise<readonly ModelMessage[] | null> {
  if (stream === null || reply.error !== null || reply.isTooLong || reply.finish.reason === 'interrupted') return null;
  try {
    return (await stream.load()).filter(({ role }) => role === 'assistant').map(repairInputs);
  } catch {
    return null;
  }
}

/** Whatever a model wrote: it is told an object again, because no provider takes anything else. */
function repairInputs(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'tool-call' && !isRecord(part.input) ? { ...part, input: {} } : part,
  );
  return { ...message, content };
}

/** It ended as a turn does, whose end `readEnd` does not know: with tools to use, or for lack of room. */
function isTurn({ error, isTooLong, finish }: CollectedReply, watch: CallWatch, calls: readonly ToolCall[]): boolean {
  const isWhole = error === null && !isTooLong && !watch.isTooLong && watch.refused === null;
  const { reason } = finish;
  return isWhole && (reason === 'tool-calls' || reason === 'length' || (reason === 'stop' && calls.length > 0));
}
