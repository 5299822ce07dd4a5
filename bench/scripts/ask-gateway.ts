import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { median } from '../median.ts';

/** Asks a provider directly, through a bare pipe and through the gateway, in turn; then for 200 streams at once. */
const [folder = ''] = process.argv.slice(2);
const rounds = 400;
const warmUp = 100;
const many = 200;
const agent = new Agent({ keepAlive: true });
const body = JSON.stringify({
  model: 'claude-sonnet-4-5',
  max_tokens: 100,
  stream: true,
  messages: [{ role: 'user', content: 'word '.repeat(2000) }],
});

interface Place {
  readonly origin: string;
  readonly token?: string;
}

const children: ChildProcess[] = [];
const provider = await startPart('provider');
const pipe = await startPart('pipe', folder, provider.origin);
const gateway = await startPart('gateway', folder, provider.origin);

const directMs: number[] = [];
const pipedMs: number[] = [];
const throughMs: number[] = [];
for (let round = 0; round < rounds + warmUp; round += 1) {
  const direct = await firstByteMs(provider, '/v1/messages');
  const piped = await firstByteMs(pipe, '/v1/messages');
  const through = await firstByteMs(gateway, '/anthropic/v1/messages');
  if (round < warmUp) continue;
  directMs.push(direct);
  pipedMs.push(piped);
  throughMs.push(through);
}
const startedAt = performance.now();
const all = await Promise.allSettled(
  Array.from({ length: many }, () => firstByteMs(gateway, '/anthropic/v1/messages')),
);
const manyMs = performance.now() - startedAt;
const failed = all.filter(({ status }) => status === 'rejected').length;
const medians = { directMs: median(directMs), pipedMs: median(pipedMs), throughMs: median(throughMs) };
process.stdout.write(JSON.stringify({ ...medians, manyMs, failed }));
for (const child of children) child.disconnect();
agent.destroy();

async function startPart(...args: readonly string[]): Promise<Place> {
  const child = fork(fileURLToPath(new URL('./gateway-parts.ts', import.meta.url)), args);
  children.push(child);
  return await new Promise((resolve, reject) => {
    child.once('message', (place) => resolve(place as Place));
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  });
}

/** Resolves when the whole reply has come, with the time to its first byte. Rejects if it is no whole stream. */
async function firstByteMs({ origin, token = 'none' }: Place, path: string): Promise<number> {
  const sentAt = performance.now();
  return await new Promise<number>((resolve, reject) => {
    const headers = { 'x-api-key': token, 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(origin + path, { method: 'POST', agent, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let firstMs = 0;
      let text = '';
      response.on('data', (chunk) => {
        firstMs ||= performance.now() - sentAt;
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200 && text.includes('message_stop')) resolve(firstMs);
        else reject(new Error(`${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    sent.end(body);
  });
}
