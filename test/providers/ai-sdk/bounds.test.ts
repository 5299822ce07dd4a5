import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { type Wire, wires } from './answers.ts';
import { askWhere, summarise } from './asking.ts';
import { anthropicDelta, anthropicEvents, StandIn } from './stand-in.ts';

const mebibyte = 1024 * 1024;

/** Writes the same chunk until the other side has had enough, or so many bytes are written; gives how many were. */
async function flood(response: ServerResponse, chunk: string, maxBytes: number): Promise<number> {
  const bytes = Buffer.from(chunk);
  let written = 0;
  for (; written < maxBytes && !response.destroyed; written += bytes.length) {
    if (!response.write(bytes)) await drained(response);
  }
  response.end();
  return written;
}

async function drained(response: ServerResponse): Promise<void> {
  const waited = new AbortController();
  const ways = ['drain', 'close'].map(async (name) => await once(response, name, { signal: waited.signal }));
  await Promise.race(ways);
  waited.abort();
  await Promise.allSettled(ways);
}

test('a reply of 100 MB is too long: the connection is cut long before its end, and memory stays bounded', async () => {
  const chunks = {
    'text in events': anthropicDelta('x'.repeat(64 * 1024)),
    'one line without an end': 'x'.repeat(64 * 1024),
    'events that say nothing': `: ${'x'.repeat(64 * 1024)}\n\n`,
  };
  for (const [what, chunk] of Object.entries(chunks)) {
    let written = 0;
    const { reply } = await askWhere(async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(anthropicEvents('').slice(0, 2).join(''));
      written = await flood(response, chunk, 100 * mebibyte);
    });
    assert.equal(summarise(reply), 'unreadable, final', what);
    assert.match(reply.kind === 'refusal' ? reply.failure.message : '', /too long; a reply may have 16 MiB of text/);
    assert.ok(written < 90 * mebibyte, `${what}: ${written} bytes were taken`);
  }
  assert.ok(process.memoryUsage.rss() < 1024 * mebibyte);
});

test('an error of 100 MB is read at its beginning only', async () => {
  let written = 0;
  const { reply } = await askWhere(async (response) => {
    response.writeHead(500, { 'content-type': 'text/plain' });
    written = await flood(response, 'x'.repeat(64 * 1024), 100 * mebibyte);
  });
  assert.equal(summarise(reply), 'network');
  assert.ok(written < 50 * mebibyte, `${written} bytes were taken`);
});

test('a reply that never ends is bounded by its length, and a silent one by time, before it begins and after', async () => {
  for (const wire of wires) {
    const spec = `${wire.provider}:${wire.model}`;
    const endless = await askWhere(
      async (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(wire.begin());
        await flood(response, wire.text('again and '), Number.POSITIVE_INFINITY);
      },
      { spec, limits: { maxReplyChars: 1000 } },
    );
    assert.equal(summarise(endless.reply), 'unreadable, final', `${spec}, endless`);
    for (const hasBegun of [false, true]) {
      const silent = await askWhere((response) => beginOnly(response, hasBegun ? wire : null), {
        spec,
        limits: { wallMs: 150 },
      });
      assert.equal(summarise(silent.reply), 'timeout, final', `${spec}, ${hasBegun ? 'begun' : 'silent'}`);
    }
  }
});

function beginOnly(response: ServerResponse, wire: Wire | null): void {
  if (wire === null) return;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(wire.begin() + wire.text('Half a te'));
}

test('a reply has all of its time from when it begins: waiting for a turn is not the fault of the model', async () => {
  const wallMs = 3000;
  const { reply } = await askWhere(
    (response) => {
      const [begin = '', ...rest] = anthropicEvents('A text');
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(begin);
      }, wallMs * 0.6);
      setTimeout(() => response.end(rest.join('')), wallMs * 1.2);
    },
    { limits: { wallMs } },
  );
  assert.equal(reply.kind, 'answer');
});

test('a stop ends the call at once, with its reason, and hangs up', { timeout: 20_000 }, async () => {
  const { openAiSdkProvider } = await import('../../../src/providers/ai-sdk/ai-sdk-provider.ts');
  const { askOptions, draftAsk } = await import('../briefs.ts');
  for (const wire of wires) {
    for (const hasBegun of [false, true]) {
      const stop = new AbortController();
      const reason = new Error('the batch is stopping');
      const hungUp = Promise.withResolvers<void>();
      await using standIn = await StandIn.open((response) => {
        response.on('close', () => hungUp.resolve());
        beginOnly(response, hasBegun ? wire : null);
        setTimeout(() => stop.abort(reason), 20);
      });
      const provider = openAiSdkProvider(`${wire.provider}:${wire.model}`, 'drafter', standIn.access);
      await assert.rejects(provider.ask(draftAsk, askOptions({ signal: stop.signal })), (error) => error === reason);
      await hungUp.promise;
      await assert.rejects(provider.ask(draftAsk, askOptions({ signal: stop.signal })), (error) => error === reason);
      assert.equal(standIn.seen.length, 1, 'what is stopped asks for nothing, not even a receipt');
    }
  }
});
