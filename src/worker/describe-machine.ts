import { realpathSync } from 'node:fs';
import { arch, platform, release } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import type { MachineFacts } from '../workflows/implementation/workshop.ts';

/** What this worker runs on and with. */
export function describeMachine(git: string | null): MachineFacts {
  return {
    tools: { agentos: manifest.version, node: process.version, git },
    platform: { os: platform(), release: release(), arch: arch() },
    nodePath: realpathSync(process.execPath),
  };
}
