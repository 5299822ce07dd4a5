import { randomUUID } from 'node:crypto';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScopeSetup } from '../../src/simulator/setup.ts';
import { Child } from '../credentials/processes/child.ts';
import type { ProviderQuestion, Size } from './processes/provider.ts';
import { type BenchRepository, makeRepository } from './repository.ts';
import type { BenchScope } from './scopes.ts';
import type { TaskWork } from './work.ts';

export interface GroundSetup {
  readonly scopes: readonly BenchScope[];
  readonly work: readonly TaskWork[];
  readonly size: Size;
  readonly modules: number;
  /** Of limits and caches; see the simulator. */
  readonly timeScale: number;
}

/** Providers in a process of their own, and a repository that leads to them. */
export class Ground implements Disposable {
  readonly repository: BenchRepository;
  readonly origin: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly #provider: Child;
  readonly #folder: string;

  private constructor(setup: GroundSetup, provider: Child, origin: string, keys: Readonly<Record<string, string>>) {
    this.#provider = provider;
    this.#folder = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-bench-')));
    this.origin = origin;
    this.keys = keys;
    const { scopes, modules, work } = setup;
    this.repository = makeRepository({ folder: this.#folder, origin, issues: work.length, modules, scopes, keys });
  }

  static async open(setup: GroundSetup): Promise<Ground> {
    const { scopes, work, size, timeScale } = setup;
    const provider = new Child(new URL('./processes/provider.ts', import.meta.url));
    const keys = Object.fromEntries(scopes.map(({ id }) => [id, `sim-${randomUUID()}`]));
    const simulated = { scopes: scopes.map((scope) => makeScope(scope, keys)), timeScale };
    const question: ProviderQuestion = { kind: 'open', setup: simulated, work, size };
    return new Ground(setup, provider, await provider.ask<string>(question), keys);
  }

  /** The type is the script's own word. */
  async ask<Reply>(question: ProviderQuestion): Promise<Reply> {
    return await this.#provider.ask<Reply>(question);
  }

  [Symbol.dispose](): void {
    this.#provider[Symbol.dispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function makeScope(scope: BenchScope, keys: Readonly<Record<string, string>>): ScopeSetup {
  const { id, provider, concurrency, requests } = scope;
  const limits = { concurrency, requests: { kind: 'bucket', ...requests } as const };
  return { id, provider, keys: [keys[id] ?? ''], limits };
}
