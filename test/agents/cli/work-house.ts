import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentJob, JobOptions } from '../../../src/agents/agent.ts';
import { openCliAgent } from '../../../src/agents/cli/cli-agent.ts';
import type { CodingCli } from '../../../src/agents/cli/coding-cli.ts';
import type { AgentSurroundings } from '../../../src/agents/surroundings.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import { restoreSandbox } from '../../../src/sandbox/open-sandbox.ts';
import { openAgentHome } from '../../../src/store/agent-home.ts';
import { AgentHouse, type AgentHouseSetup } from '../../providers/agent-cli/agent-house.ts';

export interface WorkHouseSetup extends AgentHouseSetup {
  /** Below which the repository is made; a temporary folder if it is not given. */
  readonly parent?: string;
  /** Of the repository, beside `src/sum.js`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly surroundings?: Partial<AgentSurroundings>;
}

/** A repository with a worktree, a simulated provider, and everything between it and an agent's program. */
export class WorkHouse implements AsyncDisposable {
  readonly #setup: WorkHouseSetup;
  readonly agents: AgentHouse;
  readonly dir: string;
  /** What was printed while it worked. */
  printed = '';

  private constructor(setup: WorkHouseSetup, agents: AgentHouse, dir: string) {
    this.#setup = setup;
    this.agents = agents;
    this.dir = dir;
  }

  static async open(setup: WorkHouseSetup = {}): Promise<WorkHouse> {
    const dir = realpathSync(mkdtempSync(join(setup.parent ?? tmpdir(), 'agentos-work-')));
    const agents = await AgentHouse.open({ ...setup, baseDir: join(dir, 'repo/.agentos') });
    const house = new WorkHouse(setup, agents, dir);
    house.#makeRepository();
    return house;
  }

  get worktree(): string {
    return join(this.dir, 'repo/.agentos/worktrees/137');
  }

  #makeRepository(): void {
    const repo = join(this.dir, 'repo');
    const files = { '.gitignore': '.agentos/\n', 'src/sum.js': 'exports.sum = () => 0;\n', ...this.#setup.files };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(repo, path)), { recursive: true });
      writeFileSync(join(repo, path), text);
    }
    git(repo, 'init', '--quiet');
    git(repo, 'add', '--force', '.gitignore', ...Object.keys(files));
    git(repo, 'commit', '--quiet', '--message=base');
    git(repo, 'worktree', 'add', '--quiet', '-b', 'agentos/137', this.worktree);
  }

  surroundings(cli: CodingCli, model: string): AgentSurroundings {
    const homes = join(this.dir, 'repo/.agentos');
    return {
      taskId: '137',
      gateway: this.agents.agentAccess(cli.provider, model),
      auth: 'gateway',
      loginHome: null,
      programs: {
        environment: { PATH: this.agents.path, LANG: 'C.UTF-8' },
        repoDir: join(this.dir, 'repo'),
        openHome: () => openAgentHome(homes, `137-${randomUUID()}`),
      },
      sandbox: restoreSandbox({ level: 'none', reason: 'switched off' }),
      network: 'gateway',
      protectedPaths: [join(this.dir, 'repo/.git'), join(this.worktree, '.git')],
      hiddenPaths: [homes],
      readText: () => '',
      print: () => {},
      ...this.#setup.surroundings,
    };
  }

  job(changes: Partial<AgentJob> = {}): AgentJob {
    return {
      kind: 'implement',
      occurrence: 1,
      worktree: this.worktree,
      rules: 'You work in a worktree.',
      instructions: 'Make sum add.',
      testCommand: 'node --test',
      ...changes,
      limits: { idleMs: 30_000, wallMs: 60_000, maxTurns: 10, maxOutputBytes: 4 * 1024 * 1024, ...changes.limits },
    };
  }

  options(changes: Partial<JobOptions> = {}): JobOptions {
    const print = (text: string) => {
      this.printed += text;
    };
    const { signal } = new AbortController();
    return { triesEnded: 0, repeatsUsed: 0, signal, print, noteTry: () => {}, ...changes };
  }

  async work(
    cli: CodingCli,
    model: string,
    job: Partial<AgentJob> = {},
    options: Partial<JobOptions> = {},
  ): Promise<ProviderReply> {
    const agent = openCliAgent(cli, `${cli.scheme}:${model}`, this.surroundings(cli, model));
    return await agent.work(this.job(job), this.options(options));
  }

  /** A file of the worktree; null if there is none. */
  read(path: string): string | null {
    try {
      return readFileSync(join(this.worktree, path), 'utf8');
    } catch {
      return null;
    }
  }

  /** What is left of the folders that programs had. */
  listHomes(): string[] {
    return readdirSync(join(this.dir, 'repo/.agentos/agent-homes'), { recursive: true, encoding: 'utf8' });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.agents[Symbol.asyncDispose]();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** In one word or two. */
export function summarise(reply: ProviderReply): string {
  if (reply.kind === 'parked') return `parked for ${reply.cause}`;
  if (reply.kind === 'refusal') return `${reply.failure.code}${reply.isFinal ? ', final' : ''}`;
  return `${reply.model} for ${reply.usd}`;
}

function git(folder: string, ...args: string[]): void {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stderr } = spawnSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}
