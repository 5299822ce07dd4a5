import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Relay, type RelaySetup } from '../../src/programs/relay.ts';
import { Workspace } from '../workspace.ts';

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A gateway that is only a handler, and a relay in front of it. */
class Stage implements AsyncDisposable {
  readonly seen: { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  readonly relay: Relay;
  readonly #server: ReturnType<typeof createServer>;

  private constructor(relay: Relay, server: ReturnType<typeof createServer>) {
    this.relay = relay;
    this.#server = server;
  }

  static async open(handle: Handle, changes: Partial<RelaySetup> = {}): Promise<Stage> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString();
      stage.seen.push({ url: request.url ?? '', headers: request.headers, body });
      handle(request, response, body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const headers = { 'x-agentos-call': 'call-1' };
    const target = `http://127.0.0.1:${port}/anthropic`;
    const relay = await Relay.open({ target, token: 'of-the-task', headers, maxRequests: 3, ...changes });
    const stage = new Stage(relay, server);
    return stage;
  }

  async ask(headers: Record<string, string> = { 'x-api-key': this.relay.token }): Promise<Response> {
    return await fetch(`${this.relay.origin}/v1/messages?beta=true`, { method: 'POST', headers, body: 'hello' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.relay[Symbol.asyncDispose]();
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

test('what a program asks goes on with the token of the task, which the program does not know', async () => {
  await using stage = await Stage.open((_request, response) => response.end('data: answer\n\n'));
  const reply = await stage.ask({ authorization: `Bearer ${stage.relay.token}`, 'anthropic-version': '1' });
  assert.equal(await reply.text(), 'data: answer\n\n');
  const [{ url, headers, body } = assert.fail()] = stage.seen;
  assert.equal(url, '/anthropic/v1/messages?beta=true');
  assert.equal(body, 'hello');
  assert.equal(headers.authorization, 'Bearer of-the-task');
  assert.equal(headers['x-agentos-call'], 'call-1');
  assert.equal(headers['anthropic-version'], '1');
  assert.ok(!JSON.stringify(headers).includes(stage.relay.token));
  assert.notEqual(stage.relay.token, 'of-the-task');
  const { requests, answers, refused, cut, tail, isBusy } = stage.relay;
  assert.deepEqual([requests, answers, refused, cut, tail, isBusy], [1, 1, null, null, 'data: answer\n\n', false]);
});

test('whoever has no token of this run, or the token of the task, gets nowhere', async () => {
  await using stage = await Stage.open((_request, response) => response.end());
  for (const headers of [{}, { 'x-api-key': 'of-the-task' }, { authorization: 'Bearer ' }]) {
    assert.equal((await stage.ask(headers)).status, 401);
  }
  assert.deepEqual([stage.seen.length, stage.relay.requests], [0, 0]);
});

test('whoever asks for a whole address, as of a proxy, or for none is refused', async () => {
  await using stage = await Stage.open((_request, response) => response.end('ok'), { target: 'http://127.0.0.1:9' });
  const { port } = new URL(stage.relay.origin);
  for (const path of ['http://elsewhere/', 'ftp://@elsewhere/', '*']) {
    const asked = request({ port, path, method: 'OPTIONS', headers: { 'x-api-key': stage.relay.token } }).end();
    const [reply]: IncomingMessage[] = await once(asked, 'response');
    assert.equal(reply?.statusCode, 400, path);
    assert.match(reply === undefined ? '' : await text(reply), /Only paths are served/);
  }
  assert.equal(stage.relay.requests, 0);
});

test('what a program says of its connection is not passed on, and ends nobody', async () => {
  await using stage = await Stage.open(({ headers }, response) => {
    response.writeHead(200, headers['te'] === undefined ? {} : { trailer: 'x-behind' }).end('ok');
  });
  const { port } = new URL(stage.relay.origin);
  for (const method of ['GET', 'HEAD']) {
    const headers = { 'x-api-key': stage.relay.token, te: 'trailers', trailer: 'x-mine', upgrade: 'h2c' };
    const asked = request({ port, path: '/v1/models', method });
    asked.setHeaders(new Map(Object.entries(headers)));
    asked.useChunkedEncodingByDefault = true;
    asked.end();
    const [reply]: IncomingMessage[] = await once(asked, 'response');
    assert.equal(reply?.statusCode, 200, method);
    reply?.resume();
  }
  const names = stage.seen.flatMap(({ headers }) => Object.keys(headers));
  assert.deepEqual(
    names.filter((name) => ['te', 'trailer', 'upgrade'].includes(name)),
    [],
  );
});

test('a program is known by the name and version that it asks with, and by nothing else that it says', async () => {
  await using stage = await Stage.open((_, response) => response.end('{}'));
  const ask = async (agent: string) => await stage.ask({ 'x-api-key': stage.relay.token, 'user-agent': agent });
  assert.equal(stage.relay.client, null);
  await ask('claude-cli/2.1.325 (external, cli)');
  assert.equal(stage.relay.client, 'claude-cli/2.1.325');
  await ask('Mozilla with <b>words</b>');
  assert.equal(stage.relay.client, 'claude-cli/2.1.325');
});

test('a refusal is passed on and noted whole, with the headers that programs hide', async () => {
  await using stage = await Stage.open((_request, response) => {
    response.writeHead(429, { 'x-agentos-parked-until': '123', 'x-should-retry': 'false' }).end('{"error":{}}');
  });
  const reply = await stage.ask();
  assert.equal(reply.status, 429);
  assert.equal(reply.headers.get('x-should-retry'), 'false');
  await reply.text();
  const { status, headers, body } = stage.relay.refused ?? assert.fail();
  assert.deepEqual([status, headers['x-agentos-parked-until'], body], [429, '123', '{"error":{}}']);
  assert.equal(stage.relay.answers, 0);
});

test('an answer that is cut off is cut off for the program, too, and counts as none', async () => {
  await using stage = await Stage.open((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await assert.rejects(async () => (await stage.ask()).text());
  assert.deepEqual([stage.relay.answers, stage.relay.cut], [0, 'the reply was cut off']);
});

test('no gateway is told as one, and nothing is thrown', async () => {
  await using stage = await Stage.open(() => {}, { target: 'http://127.0.0.1:1/anthropic' });
  assert.equal((await stage.ask()).status, 502);
  assert.match(stage.relay.cut ?? '', /ECONNREFUSED/);
});

test('a program that asks too often is refused by the relay itself', async () => {
  await using stage = await Stage.open((_request, response) => response.end('ok'));
  const statuses = [];
  for (let asked = 0; asked < 5; asked += 1) statuses.push((await stage.ask()).status);
  assert.deepEqual(statuses, [200, 200, 200, 400, 400]);
  assert.deepEqual([stage.seen.length, stage.relay.requests], [3, 5]);
});

test('it is busy while a reply is waited for, and hangs up for a program that has gone', async () => {
  const gone = Promise.withResolvers<void>();
  await using stage = await Stage.open((request) => void request.socket.once('close', () => gone.resolve()));
  const controller = new AbortController();
  const { relay } = stage;
  const asked = fetch(`${relay.origin}/x`, { headers: { 'x-api-key': relay.token }, signal: controller.signal });
  while (stage.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.equal(relay.isBusy, true);
  controller.abort();
  await assert.rejects(asked);
  await gone.promise;
  while (relay.isBusy) await new Promise((resolve) => setTimeout(resolve, 2));
});

test('an answer whose end the program did not wait for came whole all the same', async () => {
  await using stage = await Stage.open((_request, response) => {
    response.write('data: enough\n\n');
    setTimeout(() => response.end('data: the end\n\n'), 100);
  });
  const { relay } = stage;
  const controller = new AbortController();
  const reply = await fetch(`${relay.origin}/x`, { headers: { 'x-api-key': relay.token }, signal: controller.signal });
  await reply.body?.getReader().read();
  controller.abort();
  await relay.settle();
  assert.deepEqual([relay.answers, relay.cut, relay.tail], [1, null, 'data: enough\n\ndata: the end\n\n']);
});

test('an answer that does not end is not waited for, neither by whoever settles nor by whoever closes', async () => {
  await using stage = await Stage.open((_request, response) => void response.write('data: endless\n\n'));
  const { relay } = stage;
  const reply = await fetch(`${relay.origin}/x`, { headers: { 'x-api-key': relay.token } });
  await reply.body?.cancel();
  await relay.settle();
  assert.deepEqual([relay.answers, relay.isBusy], [0, true]);
});

test('on a socket it serves whoever finds it in the folder, however long the name of that folder is', async () => {
  using workspace = new Workspace();
  for (const folder of ['short', 'x'.repeat(150)]) {
    mkdirSync(workspace.path(folder));
    // Addresses are short: whoever has it at a long path needs another way to it, too.
    const link = workspace.path(`link-${folder.length}`);
    symlinkSync(workspace.path(folder), link);
    await askOnSocket(workspace.path(folder, 'relay.sock'), join(link, 'relay.sock'));
    assert.deepEqual(readdirSync(workspace.path(folder)), [], 'the socket is gone');
  }
});

async function askOnSocket(socketPath: string, wayToIt: string): Promise<void> {
  await using stage = await Stage.open((_request, response) => response.end('data: answer\n\n'), { socketPath });
  const headers = { 'x-api-key': stage.relay.token };
  const asked = request({ socketPath: wayToIt, path: '/v1/messages', method: 'POST', headers }).end('hello');
  const [reply] = await once(asked, 'response');
  assert.equal(await text(reply), 'data: answer\n\n');
  assert.equal(stage.relay.answers, 1);
}

test('a socket that cannot be made is told, and holds nothing open', async () => {
  const setup = { target: 'http://127.0.0.1:1', token: 'none', headers: {}, maxRequests: 1 };
  for (const folder of ['/nowhere', `/nowhere/${'x'.repeat(150)}`]) {
    await assert.rejects(Relay.open({ ...setup, socketPath: `${folder}/relay.sock` }), /ENOENT|EACCES/);
  }
});

test('a refusal is forgotten when something that was asked later was answered, not when something earlier was', async () => {
  const held: ServerResponse[] = [];
  await using stage = await Stage.open((_request, response) => {
    if (stage.seen.length === 1) held.push(response);
    else if (stage.seen.length === 2) response.writeHead(429).end('{}');
    else response.end('data: answer\n\n');
  });
  const first = stage.ask();
  while (stage.seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await (await stage.ask()).text();
  held[0]?.end('data: answer\n\n');
  await (await first).text();
  assert.deepEqual([stage.relay.refused?.status, stage.relay.answers], [429, 1]);
  await (await stage.ask()).text();
  assert.deepEqual([stage.relay.refused, stage.relay.answers, stage.relay.isExhausted], [null, 2, false]);
  assert.equal((await stage.ask()).status, 400);
  assert.equal(stage.relay.isExhausted, true);
});
