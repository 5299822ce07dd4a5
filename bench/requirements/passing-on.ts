import { mkdtempDisposableSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Child } from '../credentials/processes/child.ts';
import { installPortkey, openPortkey } from '../credentials/strategies/portkey.ts';
import { readCpuMs } from './batch.ts';
import type { PipeQuestion } from './processes/pipe.ts';

const callers = 10;
const serviceMs = 100;
/** As long as prompts and designs of the batch are on average. */
const body = JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: 'a word '.repeat(6_000) }] });
const words = 'some words '.repeat(20);
const events = Array.from({ length: 40 }, () => `data: {"delta":"${words}"}\n\n`);
const whole = JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: words.repeat(40) } }] });

/** A process that passes calls on to a provider. */
interface Passer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What it has taken of the processor so far, in milliseconds. */
  cpuMs(): Promise<number>;
}

/**
 * What a call takes of the processor in a process that does nothing but pass it on, in milliseconds: what no gateway can
 * undercut, on this machine and in this minute.
 */
export async function measureBarePipe(calls: number): Promise<number> {
  using pipe = new Child(new URL('./processes/pipe.ts', import.meta.url));
  const ask = async <Reply>(question: PipeQuestion): Promise<Reply> => await pipe.ask<Reply>(question);
  return await measurePasser(calls, 'events', async (origin) => {
    return { url: await ask({ kind: 'open', origin }), headers: {}, cpuMs: () => ask({ kind: 'tell' }) };
  });
}

/** The same of a gateway that many use. Its replies are whole ones: those in events it fails to pass on. */
export async function measurePortkey(calls: number): Promise<number> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'agentos-bench-peers-'));
  const program = installPortkey(folder.path);
  if (program === null) throw new Error('Portkey could not be installed');
  using server = await openPortkey(program);
  return await measurePasser(calls, 'whole', async (origin) => {
    const target = { provider: 'openai', api_key: 'none', custom_host: `${origin}/v1` };
    const config = { strategy: { mode: 'loadbalance' }, targets: [target] };
    return {
      url: `${server.origin}/v1/chat/completions`,
      headers: { 'content-type': 'application/json', 'x-portkey-config': JSON.stringify(config) },
      cpuMs: async () => readCpuMs(server.pid, 11),
    };
  });
}

async function measurePasser(
  calls: number,
  reply: 'events' | 'whole',
  open: (origin: string) => Promise<Passer>,
): Promise<number> {
  const provider = await openProvider(reply);
  try {
    const passer = await open(originOf(provider));
    const before = await passer.cpuMs();
    await Promise.all(Array.from({ length: callers }, () => callInTurn(passer, calls / callers)));
    return ((await passer.cpuMs()) - before) / calls;
  } finally {
    provider.close();
    provider.closeAllConnections();
  }
}

async function callInTurn(passer: Passer, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await callOnce(passer);
}

/** Over a connection of its own, as our workers do. */
async function callOnce({ url, headers }: Passer): Promise<void> {
  const status = await new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent: false, headers: { ...headers } }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
}

async function openProvider(reply: 'events' | 'whole'): Promise<Server> {
  const server = createServer((asked, response) => {
    asked.resume().on('end', async () => {
      await sleep(serviceMs);
      response.writeHead(200, { 'content-type': reply === 'whole' ? 'application/json' : 'text/event-stream' });
      for (const part of reply === 'whole' ? [whole] : events) response.write(part);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
