import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderMarks } from '../truth.ts';
import { Line, wireForms } from '../wire.ts';
import type { Ground, Strategy } from './strategy.ts';

const version = '1.15.2';

/** From the registry, into a folder of the benchmark; null if that fails. */
export function installPortkey(folder: string): string | null {
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const install = ['install', '--prefix', folder, ...options, `@portkey-ai/gateway@${version}`];
  if (spawnSync('npm', install, { stdio: 'ignore' }).status !== 0) return null;
  return join(folder, 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js');
}

interface PortkeyServer extends Disposable {
  readonly origin: string;
  readonly pid: number;
}

/** Resolves when it answers. */
export async function openPortkey(program: string): Promise<PortkeyServer> {
  const port = await findFreePort();
  const server = spawn(process.execPath, [program, '--headless', `--port=${port}`], { stdio: 'ignore' });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin);
  return {
    origin,
    pid: server.pid ?? 0,
    [Symbol.dispose]() {
      server.kill('SIGKILL');
    },
  };
}

/** As it is shipped: the keys by turns, five repeats. What it gives up after them is asked again from outside. */
export function makePortkey(program: string, useRetryAfter: boolean): Strategy {
  return {
    name: `Portkey ${version}${useRetryAfter ? ' + retry-after' : ''}`,
    async open(ground) {
      const server = await openPortkey(program);
      const line = new Line();
      const headers = { 'x-portkey-config': JSON.stringify(makeConfig(ground, useRetryAfter)) };
      const { path, makeBody } = wireForms[ground.scenario.provider];
      return {
        async ask(marks, signal) {
          const { status } = await line.post(server.origin + path, headers, makeBody(renderMarks(marks)), signal);
          return status === 200 ? { kind: 'answered' } : { kind: 'failed', status };
        },
        async [Symbol.asyncDispose]() {
          line[Symbol.dispose]();
          server[Symbol.dispose]();
        },
      };
    },
  };
}

function makeConfig({ keys, origin }: Ground, useRetryAfter: boolean): object {
  const targets = [...keys.values()].flat().map((key) => {
    return { provider: 'openai', api_key: key, custom_host: `${origin}/v1` };
  });
  const retry = { attempts: 5, ...(useRetryAfter ? { use_retry_after_header: true } : {}) };
  return { strategy: { mode: 'loadbalance' }, retry, targets };
}

async function findFreePort(): Promise<number> {
  return await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

async function untilReady(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isThere = await fetch(origin).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    await sleep(200);
  }
  throw new Error('Portkey did not start');
}
