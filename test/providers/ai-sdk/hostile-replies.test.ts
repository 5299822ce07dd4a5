import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { policies } from '../../../src/model/failure.ts';
import { openAiSdkProvider } from '../../../src/providers/ai-sdk/ai-sdk-provider.ts';
import { defaultLimits } from '../../../src/providers/ai-sdk/call-limits.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { askOptions, draftAsk, reviewAsk } from '../briefs.ts';
import { wires } from './answers.ts';
import { event, type Play, StandIn } from './stand-in.ts';

/** Anything JSON, with the words of the providers in it. */
const word = fc.constantFrom(
  ...['type', 'error', 'message', 'choices', 'delta', 'content', 'candidates', 'parts', 'text', 'response', 'usage'],
  ...['message_start', 'content_block_delta', 'response.completed', 'response.failed', 'finishReason', 'STOP', 'model'],
);
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', 'x'),
    word,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(word, tie('json'), { maxKeys: 4 }),
  ),
}));
const anyWire = fc.constantFrom(...wires);
const piece = fc.oneof(
  json.map((data) => event(data)),
  fc.tuple(anyWire, fc.string()).map(([wire, text]) => wire.text(text)),
  anyWire.map((wire) => wire.begin()),
  anyWire.map((wire) => wire.overload()),
  fc.tuple(anyWire, fc.constantFrom('stop', 'length', 'filter')).map(([wire, why]) => wire.end(why)),
  fc.string(),
  fc.constantFrom('data: [DONE]\n\n', 'data:\n\n', '\r\n\r\n', '\0', 'event: error\n', 'retry: 1\n\n', '\uFEFF'),
);
const headerValue = fc.constantFrom(
  '',
  '0',
  '-1',
  'NaN',
  '1e9',
  '9'.repeat(400),
  'budget',
  'rate',
  'Infinity',
  '\u00e9',
);
const headers = fc.dictionary(
  fc.constantFrom(
    ...['x-agentos-parked-until', 'x-agentos-parked-for', 'x-agentos-reason', 'x-agentos-refused'],
    ...['x-agentos-final', 'retry-after', 'retry-after-ms', 'content-type', 'content-length', 'transfer-encoding'],
  ),
  headerValue,
  { maxKeys: 4 },
);
const status = fc.oneof(
  fc.constantFrom(200, 200, 200, 204, 301, 400, 401, 429, 500, 529),
  fc.integer({ min: 100, max: 999 }),
);

/** All is well around it, or hardly anything is. */
const envelope = fc.oneof(
  fc.constant({ status: 200, headers: {}, isStream: true, isCut: false }),
  fc.record({ status, headers, isStream: fc.boolean(), isCut: fc.boolean() }),
);
const garbage = anyWire.chain((wire) =>
  fc.record({
    wire: fc.constant(wire),
    envelope,
    pieces: fc.oneof(
      fc.array(piece, { maxLength: 6 }),
      piece.map((odd) => [wire.begin(), wire.text('A '), odd, wire.text('text'), wire.end('stop')]),
    ),
    isReview: fc.boolean(),
  }),
);
type Garbage = typeof garbage extends fc.Arbitrary<infer Value> ? Value : never;

/** Raw bytes, because Node's own server would not send all of this. */
function play({ envelope: { status: code, headers: given, isStream, isCut }, pieces }: Garbage): Play {
  return (response) => {
    const type = isStream ? { 'content-type': 'text/event-stream' } : {};
    const lines = Object.entries({ ...given, ...type }).map(([name, value]) => `${name}: ${value}`);
    const socket = response.socket;
    socket?.write([`HTTP/1.1 ${code} Whatever`, ...lines, 'connection: close', '', ''].join('\r\n'), 'latin1');
    socket?.write(pieces.join(''), () => (isCut ? socket.resetAndDestroy() : socket.end()));
  };
}

test('whatever comes back, nobody throws: it is an answer, a parking, or a failure with a code', {
  timeout: 60_000,
}, async () => {
  let current: Play = () => {};
  await using standIn = await StandIn.open(async (response, seen) => await current(response, seen));
  const limits = { ...defaultLimits, wallMs: 5000 };
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(garbage, async (one) => {
      current = play(one);
      const provider = openAiSdkProvider(`${one.wire.provider}:${one.wire.model}`, 'drafter', standIn.access, limits);
      const reply = await provider.ask(one.isReview ? reviewAsk('# A design') : draftAsk, askOptions());
      kinds.add(check(reply));
    }),
    { numRuns: 120, seed: 23 },
  );
  for (const kind of ['answer', 'unreadable', 'network', 'limit', 'request']) {
    assert.ok(kinds.has(kind), `the garbage never led to ${kind}, only to ${[...kinds].join(', ')}`);
  }
});

function check(reply: ProviderReply): string {
  if (reply.kind === 'answer') {
    assert.notEqual(reply.text.trim(), '');
    return 'answer';
  }
  if (reply.kind === 'parked') {
    assert.ok(Number.isSafeInteger(reply.untilAt) && reply.untilAt > Date.now() - 1000);
    return 'parked';
  }
  assert.ok(Object.hasOwn(policies, reply.failure.code));
  assert.ok(reply.failure.message.length <= 500 && !/[\u0000-\u001f]/.test(reply.failure.message));
  assert.ok(reply.retryAfterMs === null || reply.retryAfterMs >= 0);
  return reply.failure.code;
}
