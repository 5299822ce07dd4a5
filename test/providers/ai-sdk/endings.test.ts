import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewAsk } from '../briefs.ts';
import { type Wire, wires } from './answers.ts';
import { askWhere, summarise } from './asking.ts';
import { event, type Play, reply, stream } from './stand-in.ts';

async function ending(wire: Wire, play: Play) {
  const { reply: given, standIn } = await askWhere(play, { spec: `${wire.provider}:${wire.model}` });
  assert.equal(standIn.calls.length, 1, 'whoever repeats, it is not the worker');
  return given;
}

test('a stream that ends well is an answer', async () => {
  for (const wire of wires) {
    const play = stream(wire.begin(), wire.text('Grüße, '), wire.text('Welt \u{1f30d}'), wire.end('stop'));
    const given = await ending(wire, play);
    const model = `${wire.provider}:${wire.model}`;
    assert.deepEqual(given, { kind: 'answer', text: 'Grüße, Welt \u{1f30d}', model, usd: 0.25 });
  }
});

test('what a model thinks aloud before it answers is no part of the answer', async () => {
  for (const wire of wires) {
    const play = stream(wire.begin(), wire.text('<think>Is {}'), wire.text(' it?</think>\n\n{}'), wire.end('stop'));
    const given = await ending(wire, play);
    assert.equal(given.kind === 'answer' && given.text, '{}', wire.provider);
  }
});

test('an answer that comes byte by byte is the same answer', async () => {
  for (const wire of wires) {
    const bytes = Buffer.from([wire.begin(), wire.text('Grüße \u{1f30d}'), wire.end('stop')].join(''));
    const given = await ending(wire, async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const byte of bytes) {
        response.write(Buffer.of(byte));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    assert.equal(given.kind === 'answer' && given.text, 'Grüße \u{1f30d}', wire.provider);
  }
});

test('a reply that was cut off by its length or held back is unreadable, and no repeat would mend it', async () => {
  for (const wire of wires) {
    for (const why of ['length', 'filter'] as const) {
      const given = await ending(wire, stream(wire.begin(), wire.text('Half a te'), wire.end(why)));
      assert.equal(summarise(given), 'unreadable, final', `${wire.provider} ${why}`);
    }
  }
});

test('an empty reply is unreadable, and worth asking again at once', async () => {
  for (const wire of wires) {
    for (const text of ['', ' \n']) {
      const given = await ending(wire, stream(wire.begin(), wire.text(text), wire.end('stop')));
      assert.equal(summarise(given), 'unreadable', wire.provider);
      assert.equal(given.kind === 'refusal' && given.retryAfterMs, 0);
    }
  }
});

test('a stream that stops in the middle is a matter of the network, and may be asked for again', async () => {
  for (const wire of wires) {
    const begun = [wire.begin(), wire.text('Half a te')];
    assert.equal(summarise(await ending(wire, stream(...begun))), 'network', `${wire.provider}, ended`);
    assert.equal(summarise(await ending(wire, stream())), 'network', `${wire.provider}, nothing`);
    const cut = await ending(wire, (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(begun.join(''), () => response.destroy());
    });
    assert.equal(summarise(cut), 'network', `${wire.provider}, cut`);
    const reset = await ending(wire, (response) => void response.destroy());
    assert.equal(summarise(reset), 'network', `${wire.provider}, no reply`);
  }
});

test('trouble that is told inside the stream has its own code, first or later, and may be asked for again', async () => {
  for (const wire of wires) {
    const first = await ending(wire, stream(wire.overload()));
    assert.equal(summarise(first), 'outage', `${wire.provider}, first`);
    const later = await ending(wire, stream(wire.begin(), wire.text('Half a te'), wire.overload()));
    assert.equal(summarise(later), 'outage', `${wire.provider}, later`);
    assert.match(later.kind === 'refusal' ? later.failure.message : '', /Overloaded/);
  }
});

test('what is no stream of events is of the wrong type, whatever it says', async () => {
  for (const wire of wires) {
    const plays = [
      reply(200, {}, { error: { message: 'no' } }),
      reply(200, { 'content-type': 'text/html' }, '<html></html>'),
      reply(200, { 'content-type': '' }, wire.begin() + wire.text('A text') + wire.end('stop')),
      reply(204, {}, ''),
    ];
    for (const play of plays) assert.equal(summarise(await ending(wire, play)), 'unreadable, final', wire.provider);
  }
});

test('events of another form are unreadable', async () => {
  const garbage = ['data: {{{\n\n', 'data: 7\n\n', 'data: null\n\n', event({ type: 7, choices: 'x', candidates: {} })];
  for (const wire of wires) {
    for (const one of garbage) {
      const given = await ending(wire, stream(wire.begin(), one, wire.text('A text')));
      assert.match(summarise(given), /^(unreadable|network)$/, `${wire.provider} ${one}`);
    }
  }
});

test('a verdict that does not fit is handed on: its reader says what is wrong, and asks once more', async () => {
  for (const wire of wires) {
    for (const text of ['{"verdict":"MAYBE"}', '{"verdict":', 'I approve.']) {
      const { reply: given } = await askWhere(stream(wire.begin(), wire.text(text), wire.end('stop')), {
        spec: `${wire.provider}:${wire.model}`,
        ask: reviewAsk('# A design'),
      });
      assert.equal(given.kind === 'answer' && given.text, text, wire.provider);
    }
  }
});
