import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { AgentJob, JobOptions } from '../../src/agents/agent.ts';
import type { AgentSurroundings } from '../../src/agents/surroundings.ts';
import { runProgram } from '../../src/programs/subprocess.ts';
import type { ProviderReply } from '../../src/providers/provider.ts';
import type { ConfinedOrder, Sandbox } from '../../src/sandbox/sandbox.ts';
import { openAgentHome } from '../../src/store/agent-home.ts';
import { Workspace } from '../workspace.ts';

/** A repository and a worktree beside it, in which agents are tried without a sandbox. */
export class AgentHouse extends Workspace {
  readonly worktree = this.path('worktree');
  readonly orders: ConfinedOrder[] = [];
  readonly printed: string[] = [];
  readonly noted: string[] = [];
  #homes = 0;

  constructor() {
    super();
    for (const folder of ['worktree', 'repo', 'batch']) mkdirSync(this.path(folder));
  }

  surroundings(changes: Partial<AgentSurroundings> = {}): AgentSurroundings {
    return {
      taskId: '137',
      gateway: null,
      auth: 'gateway',
      loginHome: null,
      programs: {
        environment: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
        repoDir: this.path('repo'),
        openHome: () => {
          this.#homes += 1;
          return openAgentHome(this.path('batch'), `home-${this.#homes}`);
        },
      },
      sandbox: this.sandbox,
      network: 'gateway',
      protectedPaths: [this.path('worktree/.git')],
      hiddenPaths: [this.path('batch/hidden')],
      readText: (path) => readFileSync(this.path('repo', path), 'utf8'),
      print: () => {},
      ...changes,
    };
  }

  readonly sandbox: Sandbox = {
    level: 'none',
    reason: 'switched off',
    run: async (order) => {
      this.orders.push(order);
      return await runProgram(order);
    },
  };

  job(changes: Partial<AgentJob> = {}): AgentJob {
    return {
      kind: 'implement',
      occurrence: 1,
      worktree: this.worktree,
      rules: 'Stay in the worktree.',
      instructions: 'Write the file.',
      testCommand: 'node --test',
      limits: { idleMs: 60_000, wallMs: 60_000, maxTurns: 20, maxOutputBytes: 1024 * 1024 },
      ...changes,
    };
  }

  options(changes: Partial<JobOptions> = {}): JobOptions {
    return {
      triesEnded: 0,
      repeatsUsed: 0,
      signal: new AbortController().signal,
      print: (text) => void this.printed.push(text),
      noteTry: (reason) => void this.noted.push(reason),
      ...changes,
    };
  }

  /** What stands in a file of the worktree; null if it is not there. */
  text(path: string): string | null {
    return existsSync(this.path('worktree', path)) ? readFileSync(this.path('worktree', path), 'utf8') : null;
  }
}

/** In one word or two. */
export function codeOf(reply: ProviderReply): string {
  return reply.kind === 'refusal' ? `${reply.failure.code}${reply.isFinal ? ' for good' : ''}` : reply.kind;
}
