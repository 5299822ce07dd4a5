import type { Redacted } from '../model/redacted.ts';
import { HiddenText } from './hidden-text.ts';
import type { Budget } from './judging.ts';
import type { Needles } from './needles.ts';
import { undress } from './noise.ts';
import { failureText, mintRedacted, renderMask } from './redacted.ts';
import { Scanner } from './scanner.ts';
import type { RedactionSketch } from './sketch.ts';
import { SketchNeedles } from './sketch-needles.ts';
import { MaskedStream } from './stream-redactor.ts';

/** One stream; what is said of text there is true of `redact`, too. */
interface StreamRedactor {
  /** What may leave, of this chunk and of what was held back. It may be the memory that went in. */
  push(chunk: Uint8Array): Uint8Array;
  /** The rest. */
  end(): Uint8Array;
}

/**
 * Keeps secrets out of what leaves the house. It is a net, not a wall: it knows a secret's parts of twelve characters in
 * the spellings that people and programs write, and what is hidden in codes and packed text, three deep; not every code
 * that one could think of. Each stream stands for itself: a secret whose characters come out in turns on stdout and stderr
 * is found in neither; its parts of twelve and more are.
 *
 * Contract: never throws. Where it fails, the text is dropped, and `[redactor failed]` stands there.
 */
export interface Redactor {
  redact(text: string): Redacted;
  openStream(): StreamRedactor;
}

/** Of less than this, nothing is ever hidden. */
export const shortestHidden = 8;

/** From a sketch: for a process that must not know the secrets. */
export function makeRedactor(sketch: RedactionSketch): Redactor {
  return makeGuarded(() => new SketchNeedles(sketch));
}

/** Fails closed from the first moment on: what could not even be made redacts all. Nothing is made before it is needed. */
export function makeGuarded(makeNeedles: () => Needles): Redactor {
  let open: (() => MaskedStream) | null = null;
  let texts: MaskedStream | null = null;
  const openStream = () =>
    attempt(() => {
      open ??= makeOpener(makeNeedles());
      return open();
    });
  return {
    redact(text) {
      if (text.length < shortestHidden) return mintRedacted(text);
      texts ??= openStream();
      return mintRedacted(texts === null ? failureText : redactText(texts, text));
    },
    openStream: () => guardStream(openStream()),
  };
}

/** How often in a row something is read that was written in other letters, before it is searched as it is. */
const mostDepth = 3;

function makeOpener(needles: Needles): () => MaskedStream {
  const scanner = new Scanner(needles);
  const masks = [...needles.names, undefined].map((name) => Buffer.from(renderMask(name)));
  const unknownOwner = needles.names.length;
  const open = (depth: number, budget: Budget | null): MaskedStream => {
    const findOwner = (text: Uint8Array, spent: Budget) => findFirst(open(depth - 1, spent), text);
    return new MaskedStream(scanner, masks, depth === 0 ? null : new HiddenText({ findOwner, unknownOwner }, budget));
  };
  return () => open(mostDepth, null);
}

/** Whose secret is in a text; -1 if there is none. */
function findFirst(stream: MaskedStream, text: Uint8Array): number {
  stream.redact(undress(text));
  return stream.lastOwner;
}

/** Text without a secret stays what it is, also if it could not be written as bytes and read again. */
function redactText(stream: MaskedStream, text: string): string {
  const before = stream.maskCount;
  const bytes = attempt(() => stream.redact(Buffer.from(text)));
  if (bytes !== null) return stream.maskCount === before ? text : Buffer.from(bytes).toString();
  stream.reset();
  return failureText;
}

function guardStream(stream: MaskedStream | null): StreamRedactor {
  const failed = () => {
    stream?.reset();
    return Buffer.from(`${failureText}\n`);
  };
  return {
    push: (chunk) => (stream === null ? failed() : (attempt(() => stream.push(chunk)) ?? failed())),
    end: () => (stream === null ? Buffer.alloc(0) : (attempt(() => stream.end()) ?? failed())),
  };
}

/** Null if it fails. What went wrong is not told: it could hold what was to be hidden. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
