import type { Finish, ReplyPart } from './reply-part.ts';

/** All that came, and how it ended. */
export interface CollectedReply {
  readonly text: string;
  readonly isTooLong: boolean;
  readonly finish: Finish;
  /** Who answered, as the reply says, or else who was asked. */
  readonly modelId: string | null;
  /** What was thrown, or told inside the stream; null if nothing was. */
  readonly error: unknown;
}

type Parts = AsyncIterable<ReplyPart>;

const nothing: CollectedReply = {
  text: '',
  isTooLong: false,
  finish: { reason: 'interrupted', raw: null },
  modelId: null,
  error: null,
};

/** Reads a stream to its end, or until it is too long. Contract: never throws; an abort is an error like others. */
export async function collectReply(
  open: (signal: AbortSignal) => Parts,
  maxChars: number,
  signal: AbortSignal,
): Promise<CollectedReply> {
  const stop = new AbortController();
  try {
    return await collect(open(AbortSignal.any([signal, stop.signal])), maxChars);
  } catch (error) {
    return { ...nothing, error: error ?? new Error('unknown') };
  } finally {
    // Whoever has read enough hangs up.
    stop.abort();
  }
}

async function collect(parts: Parts, maxChars: number): Promise<CollectedReply> {
  const texts: string[] = [];
  let chars = 0;
  let end: Pick<CollectedReply, 'finish' | 'modelId' | 'error'> = nothing;
  for await (const part of parts) {
    if (part.kind === 'text') {
      texts.push(part.text);
      chars += part.text.length;
      if (chars > maxChars) break;
    }
    if (part.kind === 'trouble') end = { ...end, error: end.error ?? part.error ?? new Error('unknown') };
    if (part.kind === 'end') end = { ...end, finish: { reason: part.reason, raw: part.raw }, modelId: part.modelId };
  }
  return { ...end, text: texts.join(''), isTooLong: chars > maxChars };
}
