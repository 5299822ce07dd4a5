import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from '../credentials/processes/child.ts';
import type { PipeQuestion } from './processes/pipe.ts';

const callers = 10;
/** As long as prompts and designs of the batch are on average. */
const body = 'a word '.repeat(6_000);
const events = Array.from({ length: 40 }, () => `data: {"delta":"${'some words '.repeat(20)}"}\n\n`);
const serviceMs = 100;

/**
 * What a call takes of the processor in a process that does nothing but pass it on, in milliseconds: what no gateway can
 * undercut, on this machine and in this minute.
 */
export async function measureBarePipe(calls: number): Promise<number> {
  const provider = await openProvider();
  using pipe = new Child(new URL('./processes/pipe.ts', import.meta.url));
  const ask = async <Reply>(question: PipeQuestion): Promise<Reply> => await pipe.ask<Reply>(question);
  const origin = await ask<string>({ kind: 'open', origin: originOf(provider) });
  const before = await ask<number>({ kind: 'tell' });
  await Promise.all(Array.from({ length: callers }, async () => await callInTurn(origin, calls / callers)));
  const after = await ask<number>({ kind: 'tell' });
  provider.close();
  provider.closeAllConnections();
  return (after - before) / calls;
}

async function callInTurn(origin: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await callOnce(origin);
}

/** Over a connection of its own, as our workers do. */
async function callOnce(origin: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(origin, { method: 'POST', agent: false }, (reply) => reply.resume().on('end', resolve));
    sent.on('error', reject);
    sent.end(body);
  });
}

async function openProvider(): Promise<Server> {
  const server = createServer((asked, response) => {
    asked.resume().on('end', async () => {
      await sleep(serviceMs);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
