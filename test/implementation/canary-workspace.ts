import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { players } from '../cli/implement-workspace.ts';
import type { Started } from '../faults/processes.ts';
import { findKeys, readEverything } from '../models/find-keys.ts';
import { Workspace } from '../workspace.ts';
import { type Approved, ApprovedWorkspace, describeProcess, renderDesign } from './approved-workspace.ts';

function findSleepers(seconds: string): string[] {
  const isSleeper = (pid: string) => describeProcess(Number(pid)).endsWith(`sleep ${seconds}`);
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isSleeper(name));
}

/** What a hostile task needs to know to do harm. */
export interface Target {
  /** A folder of the user's, with a file `mine`. */
  readonly outside: string;
  /** How long daemons sleep: by this they are found. */
  readonly seconds: string;
}

/** A repository with a key in the environment of its coordinator, and all that could be known of it afterwards. */
export class CanaryWorkspace extends ApprovedWorkspace {
  readonly key = `sk-ant-api03-${randomBytes(32).toString('base64url')}`;
  readonly target: Target;
  readonly #outside = new Workspace().write({ mine: 'mine\n' });

  constructor(makeTasks: (target: Target) => readonly Approved[]) {
    super([]);
    this.target = { outside: this.#outside.dir, seconds: `3${randomBytes(3).readUIntBE(0, 3)}` };
    const tasks = makeTasks(this.target);
    this.playAgents(tasks);
    for (const task of tasks) this.approve(task.id, renderDesign(task));
    this.environment = { HOME: this.#outside.dir, ANTHROPIC_API_KEY: this.key };
  }

  /** `agentos implement` with the script, and a sandbox as it is named. */
  attack(sandbox: 'required' | 'off', ...more: readonly string[]): Started {
    return this.start('implement', ...players.slice(0, 4), '--sandbox', sandbox, ...more);
  }

  /** Nothing outside was changed, no key stands anywhere, nobody is left. */
  expectUnharmed(said: string): void {
    assert.equal(readFileSync(this.#outside.path('mine'), 'utf8'), 'mine\n');
    assert.deepEqual(readdirSync(this.#outside.dir), ['mine']);
    assert.equal(this.git('status', '--porcelain', 'package.json'), '');
    assert.deepEqual(this.#findLeaks(said), []);
    assert.deepEqual(this.processes, []);
    assert.deepEqual(findSleepers(this.target.seconds), [], 'no daemon is left');
  }

  /** In everything that was written anywhere, git's packed objects included. */
  #findLeaks(said: string): string[] {
    const asText = { cwd: this.dir, encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 } as const;
    const objects = spawnSync('git', ['cat-file', '--batch', '--batch-all-objects'], asText).stdout;
    assert.ok(objects.includes('node --test'), 'objects were read');
    return findKeys({ ...readEverything(this.dir), said, objects }, [this.key]);
  }

  override [Symbol.dispose](): void {
    super[Symbol.dispose]();
    this.#outside[Symbol.dispose]();
  }
}
