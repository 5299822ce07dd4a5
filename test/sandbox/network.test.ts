import assert from 'node:assert/strict';
import { once } from 'node:events';
import { linkSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe } from 'node:test';
import type { ConfinedOrder } from '../../src/sandbox/sandbox.ts';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { makeOrder, openRealSandbox, stdoutOf } from './confined.ts';

async function serve(listener: RequestListener, place: { path: string } | { port: number; host: string }) {
  const server: Server = createServer(listener);
  server.listen(place);
  await once(server, 'listening');
  return Object.assign(server, {
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  });
}

/** A script of Node, with the relay of its run at port 4000. */
function withRelay(workspace: Workspace, script: string, changes: Partial<ConfinedOrder> = {}): ConfinedOrder {
  return {
    ...makeOrder(workspace.dir, ''),
    program: process.execPath,
    args: ['--input-type=module', '-e', script],
    ...{ network: 'gateway', relaySocket: workspace.path('relay'), relayPort: 4000 },
    ...changes,
  };
}

const ask = (port: number) => `{
  const answer = await fetch('http://127.0.0.1:${port}/').then((reply) => reply.text(), (error) => error.cause.code);
  process.stdout.write(answer + ' ');
}`;

describe('a confined program', { concurrency: 2 }, () => {
  testWith('bwrap', 'reaches its relay and nobody else', async () => {
    using workspace = new Workspace();
    using machine = await serve((_, response) => response.end('the machine'), { port: 0, host: '127.0.0.1' });
    using _ = await serve((_, response) => response.end('the relay'), { path: workspace.path('relay') });
    const { port } = machine.address() as AddressInfo;
    const sandbox = await openRealSandbox();
    const script = ask(4000) + ask(port);
    assert.equal(stdoutOf(await sandbox.run(withRelay(workspace, script))), 'the relay ECONNREFUSED ');
    const alone = withRelay(workspace, script, { network: 'none' });
    assert.equal(stdoutOf(await sandbox.run(alone)), 'ECONNREFUSED ECONNREFUSED ');
    const open = withRelay(workspace, ask(port), { network: 'host' });
    assert.equal(stdoutOf(await sandbox.run(open)), 'the machine ');
  });

  testWith('bwrap', 'hears its relay word by word, and its relay hears when it hangs up', async () => {
    using workspace = new Workspace();
    let hasHungUp = false;
    // The next word is said only when the last one was heard, which the program tells by another request.
    let say = (_: string) => {};
    using _ = await serve(
      (request, response) => {
        if (request.url === '/events') {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          say = (word) => response.write(`data: ${word}\n\n`);
          say('0');
          response.on('close', () => {
            hasHungUp = true;
          });
        } else if (request.url === '/hung-up') response.end(String(hasHungUp));
        else {
          say(request.url?.slice(1) ?? '');
          response.end();
        }
      },
      { path: workspace.path('relay') },
    );
    const script = `
      const reply = await fetch('http://127.0.0.1:4000/events');
      for await (const chunk of reply.body) {
        const [, word] = Buffer.from(chunk).toString().match(/^data: (\\d+)\\n\\n$/);
        process.stdout.write(word);
        if (word === '5') break;
        await fetch('http://127.0.0.1:4000/' + (Number(word) + 1));
      }
      while (await (await fetch('http://127.0.0.1:4000/hung-up')).text() !== 'true');`;
    const end = await (await openRealSandbox()).run(withRelay(workspace, script));
    assert.equal(stdoutOf(end), '012345', JSON.stringify(end));
  });

  testWith('bwrap', 'sends and gets many megabytes through its relay, on many connections', async () => {
    using workspace = new Workspace();
    using _ = await serve((request, response) => request.pipe(response), { path: workspace.path('relay') });
    const script = `
      const body = Buffer.alloc(2_000_000, 'ä€');
      const replies = await Promise.all(Array.from({ length: 8 }, () => fetch('http://127.0.0.1:4000/', { method: 'POST', body })));
      const bodies = await Promise.all(replies.map(async (reply) => Buffer.from(await reply.arrayBuffer())));
      process.stdout.write(String(bodies.every((echoed) => echoed.equals(body))));`;
    assert.equal(stdoutOf(await (await openRealSandbox()).run(withRelay(workspace, script))), 'true');
  });

  testWith('bwrap', 'has its own streams, end and variables also behind its relay', async () => {
    using workspace = new Workspace();
    using _ = await serve((_, response) => response.end(), { path: workspace.path('relay') });
    const sandbox = await openRealSandbox();
    const shell = { program: '/bin/sh', input: 'in', environment: { PATH: '/usr/bin:/bin', NODE_OPTIONS: '--bad' } };
    const talk = withRelay(workspace, '', { ...shell, args: ['-c', 'cat; echo $NODE_OPTIONS >&2; exit 7'] });
    assert.deepEqual(await sandbox.run(talk), { kind: 'exited', code: 7, stdout: 'in', stderr: '--bad\n' });
    const killed = withRelay(workspace, '', { ...shell, args: ['-c', 'kill -SEGV $$'] });
    assert.deepEqual(await sandbox.run(killed), { kind: 'exited', code: 139, stdout: '', stderr: '' });
    const group = withRelay(workspace, '', { ...shell, args: ['-c', "trap 'echo more' TERM; kill 0; exit 5"] });
    assert.deepEqual(await sandbox.run(group), { kind: 'exited', code: 5, stdout: 'more\n', stderr: '' });
  });

  testWith('bwrap', 'gets a reply cut off when its relay goes away', async () => {
    using workspace = new Workspace();
    using _ = await serve((request) => void request.socket.destroy(), { path: workspace.path('relay') });
    const end = await (await openRealSandbox()).run(withRelay(workspace, ask(4000)));
    assert.match(stdoutOf(end), /^(UND_ERR_SOCKET|ECONNRESET) $/);
  });

  testWith('bwrap', 'has a relay however long the address of its socket is', async () => {
    using workspace = new Workspace().write({ [`${'long/'.repeat(30)}x`]: '' });
    using _ = await serve((_, response) => response.end('the relay'), { path: workspace.path('relay') });
    const folder = workspace.path('long/'.repeat(30));
    linkSync(workspace.path('relay'), `${folder}/relay`);
    const order = withRelay(workspace, ask(4000), { relaySocket: `${folder}/relay` });
    assert.equal(stdoutOf(await (await openRealSandbox()).run(order)), 'the relay ');
  });

  testWith('bwrap', 'whose relay is not there does not start', async () => {
    using workspace = new Workspace();
    const end = await (await openRealSandbox()).run(withRelay(workspace, ''));
    assert.match(end.kind === 'unstartable' ? end.errno : JSON.stringify(end), /relay: No such file/);
  });
});
