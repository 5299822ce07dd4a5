import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { agentsDir } from './install.ts';
import { privateDirs } from './isolation.ts';

export const isIsolated = process.env['AGENTOS_TEST_ISOLATED'] === '1';

/** An empty one, made where there is none. */
export function prepareHome(): string {
  const home = process.env['HOME'] ?? '';
  mkdirSync(home, { recursive: true });
  return home;
}

/** What lies in the places that were empty at first, besides the folders of the tests themselves. */
export function listStrays(): string[] {
  const home = process.env['HOME'] ?? '';
  const places = isIsolated ? privateDirs : [];
  const strays = places.flatMap((dir) =>
    readdirSync(dir)
      .map((name) => `${dir}/${name}`)
      .filter((path) => path !== home && !/^\/tmp\/(agentos-|node-compile-cache|node-coverage)/.test(path)),
  );
  return [...strays, ...(existsSync(home) ? readdirSync(home).map((name) => `${home}/${name}`) : [])];
}

/** Processes of the agents under test that run now. */
export function listAgentProcesses(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').slice(0, 120);
      } catch {
        return '';
      }
    })
    .filter((line) => line.includes(agentsDir));
}
