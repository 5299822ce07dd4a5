import type { Delivery, Piece } from './deliver.ts';
import { refusalOf } from './faults.ts';
import type { Fault } from './setup.ts';
import type { Personality, Refused, Said } from './wire/personality.ts';

/** An answer that is ready to be sent. */
export interface Answer {
  readonly personality: Personality;
  readonly said: Said;
  readonly isStream: boolean;
  readonly serviceMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly fault: Fault | null;
  /** What a stream that ends in trouble says. */
  readonly refused: Refused;
}

const megabyte = 1e6;
const pieceLength = 65_536;
/** The beginning of a stream comes after this part of the whole time. */
const firstPart = 0.3;
/** Where an answer without measure is put in. */
const mark = '\u0001fill\u0001';
const markInJson = JSON.stringify(mark).slice(1, -1);

/** The delivery of an answer, spoilt as its fault says. */
export function makeDelivery(answer: Answer): Delivery {
  const { fault } = answer;
  switch (fault?.kind) {
    case 'hang':
      return { ...whole(answer), pieces: [], ending: 'hang' };
    case 'empty':
      return { ...whole(answer), status: fault.status ?? 200, pieces: [] };
    case 'cut':
      return { ...whole(answer), pieces: firstBytes(whole(answer).pieces, fault.bytes ?? 100), ending: 'cut' };
    case 'truncated-json':
      return halve(whole(answer));
    case 'wrong-type':
      return whole({ ...answer, isStream: !answer.isStream });
    case 'drip':
      return drip(whole(answer), fault.everyMs ?? 100);
    case 'huge':
      return { ...whole(answer), pieces: fill(answer, fault.bytes ?? 100 * megabyte) };
    case 'endless':
      return { ...whole(answer), pieces: fill(answer, Number.POSITIVE_INFINITY) };
    case 'stream-error':
      return answer.isStream ? breakStream(answer, fault) : whole(answer);
    default:
      return whole(answer);
  }
}

function whole(answer: Answer): Delivery {
  const { personality, said, isStream, serviceMs } = answer;
  const headers = {
    ...answer.headers,
    'content-type': isStream ? 'text/event-stream; charset=utf-8' : 'application/json',
  };
  const document = () => [{ bytes: JSON.stringify(personality.renderDocument(said)), atMs: serviceMs }];
  const pieces = isStream ? spread(personality.renderEvents(said), serviceMs) : document();
  return { status: 200, headers, pieces, ending: 'end' };
}

function spread(events: readonly string[], serviceMs: number): Piece[] {
  const stepMs = (serviceMs * (1 - firstPart)) / Math.max(1, events.length - 1);
  return events.map((bytes, at) => ({ bytes, atMs: serviceMs * firstPart + at * stepMs }));
}

function* firstBytes(pieces: Iterable<Piece>, count: number): Generator<Piece> {
  let left = count;
  for (const { bytes, atMs } of pieces) {
    const part = Buffer.from(bytes).subarray(0, left);
    left -= part.length;
    if (part.length > 0) yield { bytes: part, atMs };
    if (left <= 0) return;
  }
}

function halve(delivery: Delivery): Delivery {
  const pieces = [...delivery.pieces];
  const length = pieces.reduce((sum, { bytes }) => sum + Buffer.byteLength(bytes), 0);
  return { ...delivery, pieces: firstBytes(pieces, Math.floor(length / 2)) };
}

const piecesOfDocument = 16;

function drip(delivery: Delivery, everyMs: number): Delivery {
  const pieces = [...delivery.pieces];
  const parts = pieces.length > 1 ? pieces.map(({ bytes }) => bytes) : pieces.flatMap(({ bytes }) => cutUp(bytes));
  return { ...delivery, pieces: parts.map((bytes, at) => ({ bytes, atMs: (at + 1) * everyMs })) };
}

function cutUp(bytes: string | Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes);
  const length = Math.ceil(buffer.length / piecesOfDocument);
  return Array.from({ length: Math.ceil(buffer.length / length) }, (_, at) =>
    buffer.subarray(at * length, (at + 1) * length),
  );
}

/** An answer in its right form, whose text is as long as it has to be. */
function* fill(answer: Answer, bytes: number): Generator<Piece> {
  const text = renderMarked(answer);
  const { before, after, unit } = answer.isStream ? aroundEvent(text) : aroundMark(text);
  const atMs = answer.serviceMs;
  yield { bytes: before, atMs };
  for (let sent = 0; sent < bytes; sent += pieceLength) yield { bytes: unit, atMs };
  yield { bytes: after, atMs };
}

function renderMarked({ personality, said, isStream }: Answer): string {
  const marked = { ...said, text: mark };
  return isStream ? personality.renderEvents(marked).join('') : JSON.stringify(personality.renderDocument(marked));
}

interface Around {
  readonly before: string;
  readonly after: string;
  readonly unit: string;
}

const filling = 'a'.repeat(pieceLength);

function aroundMark(text: string): Around {
  const [before = '', after = ''] = text.split(markInJson);
  return { before, after, unit: filling };
}

/** The first event with text in it is what is said again and again. */
function aroundEvent(text: string): Around {
  const events = text.split(/(?<=\n\n)/);
  const at = events.findIndex((event) => event.includes(markInJson));
  const rest = events.slice(at + 1).join('');
  return {
    before: events.slice(0, at).join(''),
    after: rest.replaceAll(markInJson, ''),
    unit: (events[at] ?? '').replaceAll(markInJson, filling),
  };
}

function breakStream(answer: Answer, fault: Fault): Delivery {
  const { personality, said, refused, serviceMs } = answer;
  const before = personality.renderEvents(said).slice(0, fault.afterEvents ?? 0);
  const refusal = refusalOf({ kind: fault.trouble ?? 'overload' }) ?? refused.refusal;
  const error = personality.renderStreamError({ ...refused, refusal }, before.length);
  return { ...whole(answer), pieces: spread([...before, error], serviceMs) };
}
