import { setTimeout as sleep } from 'node:timers/promises';
import { timeScale } from '../scenario.ts';
import { renderMarks } from '../truth.ts';
import { Line, wireForms } from '../wire.ts';
import type { Strategy } from './strategy.ts';

const firstMs = 1_000 * timeScale;
const mostRetries = 5;

/** Any key, and after a refusal twice as long a rest each time: what most programs do. */
export const naive: Strategy = {
  name: 'naive backoff',
  async open({ scenario, origin, keys }) {
    const line = new Line();
    const { path, makeBody, makeHeaders } = wireForms[scenario.provider];
    const all = [...keys.values()].flat();
    return {
      async ask(marks, signal) {
        for (let retry = 0; ; retry += 1) {
          const key = all[Math.floor(Math.random() * all.length)] ?? '';
          const { status } = await line.post(origin + path, makeHeaders(key), makeBody(renderMarks(marks)), signal);
          if (status === 200) return { kind: 'answered' };
          if (retry === mostRetries) return { kind: 'failed', status };
          await sleep(firstMs * 2 ** retry, undefined, { signal });
        }
      },
      async [Symbol.asyncDispose]() {
        line[Symbol.dispose]();
      },
    };
  },
};
