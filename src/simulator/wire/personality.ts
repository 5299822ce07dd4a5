import type { LimitAdvice } from '../../model/exchange.ts';
import type { Refusal } from '../limits.ts';
import type { TakenTokens } from '../setup.ts';

/** What a request asks for, whatever the API. */
export interface Asked {
  readonly model: string;
  readonly isStream: boolean;
  readonly system: string;
  /** The text of all user parts. */
  readonly prompt: string;
  /** Null: text. */
  readonly schema: unknown;
  /** The tool that has to be called with the answer; null: it is said. */
  readonly toolName: string | null;
  readonly maxOutputTokens: number | null;
  /** What called tools said, the oldest first. */
  readonly toolResults: readonly string[];
  /** Why the provider would not even begin; null if it would. */
  readonly problem: string | null;
}

/** What is answered, before it is put in an API's form. */
export interface Said {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly model: string;
  readonly text: string;
  /** The tool that is called with the text; null: it is said. */
  readonly toolName: string | null;
  /** What the tool is called with need not be JSON. */
  readonly isFreeform: boolean;
  /** It had to stop at the most output that was asked for. */
  readonly isCutShort: boolean;
  readonly usage: TakenTokens;
}

/** A refusal, and what its words need. */
export interface Refused {
  readonly refusal: Refusal;
  readonly model: string;
  readonly requestId: string;
  /** Whole where the provider is to echo it. */
  readonly key: string | null;
  /** One of several forms of the same trouble. */
  readonly status: number | null;
  /** Instead of the usual words. */
  readonly message: string | null;
  readonly hidesLimits: boolean;
  /** Seconds are too coarse where a minute does not last one. */
  readonly needsMilliseconds: boolean;
}

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** How one API speaks. All of it is pure. */
export interface Personality {
  read(body: unknown, model: string, isStream: boolean): Asked;
  renderDocument(said: Said): unknown;
  /** One server-sent event each. */
  renderEvents(said: Said): readonly string[];
  renderRefusal(refused: Refused): Page;
  /** The same trouble after a stream has begun. */
  renderStreamError(refused: Refused, eventsBefore: number): string;
  /** `now` as the provider's clock says. */
  renderAdvice(
    advice: readonly LimitAdvice[],
    now: number,
    needsMilliseconds: boolean,
  ): Readonly<Record<string, string>>;
  renderModels(models: readonly string[]): unknown;
  renderCount(tokens: number): unknown;
}

export function renderEvent(name: string | null, data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === null ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

const mostPieces = 64;
const shortestPiece = 16;

/** A text as the pieces of a stream; characters stay whole. */
export function splitText(text: string): readonly string[] {
  const length = Math.max(shortestPiece, Math.ceil(text.length / mostPieces));
  return text.match(new RegExp(`.{1,${length}}`, 'gsu')) ?? [];
}

/** When to come back, in the headers that most providers share. */
export function renderRetryAfter(waitMs: number | null, needsMilliseconds: boolean): Record<string, string> {
  if (waitMs === null) return {};
  const seconds = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return needsMilliseconds ? { ...seconds, 'retry-after-ms': String(Math.ceil(waitMs)) } : seconds;
}
