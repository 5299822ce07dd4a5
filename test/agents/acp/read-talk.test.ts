import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EndedTalk, readTalk } from '../../../src/agents/acp/read-talk.ts';
import type { TalkEnd } from '../../../src/agents/acp/talk.ts';

const limits = { idleMs: 1000, wallMs: 2000, maxTurns: 5, maxOutputBytes: 4096 };
const seen = { requests: 1, answers: 1, isExhausted: false, refused: null, cut: null };
const exited = { kind: 'exited', code: 0, stdout: '', stderr: '' } as const;

function read(talk: TalkEnd, changes: Partial<EndedTalk> = {}): string {
  const end = readTalk({ name: 'acp:x', limits, talk, end: exited, seen, now: 0, ...changes });
  if (end.kind === 'answer') return `answer: ${end.text}`;
  return end.kind === 'parked'
    ? 'parked'
    : `${end.failure.code}${end.isFinal ? ' for good' : ''}: ${end.failure.message}`;
}

const ended = (reason: string, text = 'hm'): TalkEnd => ({ kind: 'ended', reason: reason as 'end_turn', text });
const refused = (code: number, data: unknown = null): TalkEnd => ({ kind: 'refused', code, message: 'no', data });
const broken: TalkEnd = { kind: 'broken', message: 'closed' };

const cases: readonly [what: string, said: string, expected: RegExp][] = [
  ['a turn that ends', read(ended('end_turn', 'done')), /^answer: done$/],
  ['one without a word', read(ended('end_turn', '')), /^answer: it said nothing$/],
  ['one with its own means', read(ended('end_turn'), { seen: { ...seen, requests: 0, answers: 0 } }), /^answer/],
  ['one without a gateway', read(ended('end_turn'), { seen: null }), /^answer/],
  [
    'one that nobody answered',
    read(ended('end_turn'), { seen: { ...seen, answers: 0 } }),
    /^unreadable: .*not answered/,
  ],
  ['too many turns', read(ended('max_turn_requests')), /^timeout for good: .* within 5 turns$/],
  ['too many tokens', read(ended('max_tokens')), /^unreadable for good/],
  ['a refusal', read(ended('refusal')), /^unreadable for good: acp:x refuses the work: hm$/],
  ['somebody who cancelled', read(ended('cancelled')), /^crash: /],
  ['a new reason', read(ended('weather')), /^unreadable for good/],
  ['429', read(refused(429)), /^limit: acp:x: no \(429\)$/],
  ['529', read(refused(529)), /^outage: /],
  ['502', read(refused(502)), /^network: /],
  ['401', read(refused(401)), /^auth for good: /],
  ['a missing login', read(refused(-32000)), /^auth for good: /],
  ['a rate limit beside a code', read(refused(-32603, { errorKind: 'rate_limit' })), /^limit: /],
  ['a method that is not there', read(refused(-32601)), /^request for good: /],
  ['any other code', read(refused(-32603, 'x')), /^unreadable for good: /],
  ['silence', read(broken, { end: { kind: 'stopped', reason: 'idle', stderr: '' } }), /^stall for good: .* 1 s$/],
  ['too long', read(broken, { end: { kind: 'stopped', reason: 'wall', stderr: '' } }), /^timeout for good: .* 2 s$/],
  [
    'too much',
    read(broken, { end: { kind: 'stopped', reason: 'output', stderr: '' } }),
    /^unreadable for good: .* 4 KiB$/,
  ],
  [
    'another protocol',
    read(broken, { end: { kind: 'stopped', reason: 'abort', stderr: '' } }),
    /does not speak the protocol/,
  ],
  ['a signal', read(broken, { end: { kind: 'killed', signal: 'SIGSEGV', stderr: 'oh' } }), /^crash: .*SIGSEGV: oh$/],
  ['an exit', read(broken, { end: { ...exited, code: 3 } }), /^crash: .*exit code 3 in the midst/],
  ['no program', read(broken, { end: { kind: 'unstartable', errno: 'ENOENT' } }), /^request for good: .*ENOENT/],
  ['a cut reply', read(broken, { seen: { ...seen, cut: 'the reply was cut off' } }), /^network: /],
  [
    'too many requests',
    read(refused(-32603), { seen: { ...seen, isExhausted: true } }),
    /^timeout for good: .*5 turns/,
  ],
];

for (const [what, said, expected] of cases) {
  test(`${what}: ${expected.source}`, () => assert.match(said, expected));
}

test('a refusal on the wire counts more than an answer, and each provider is understood', () => {
  const bodies = [
    { type: 'error', error: { type: 'rate_limit_error', message: 'slow' } },
    { error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } },
    { error: { message: 'slow', type: 'requests', code: 'rate_limit_exceeded' } },
  ];
  for (const body of bodies) {
    const reply = { status: 429, headers: {}, body: JSON.stringify(body) };
    assert.match(read(ended('end_turn'), { seen: { ...seen, refused: reply } }), /^limit: .*slow/, reply.body);
  }
  const parked = { status: 429, headers: { 'x-agentos-parked-until': '5000' }, body: '' };
  assert.equal(read(ended('end_turn'), { seen: { ...seen, refused: parked } }), 'parked');
});
