import { type Ending, runAgentos, type Started, startAgentos } from '../faults/processes.ts';
import { type Plays, requirements, ScriptedWorkspace } from '../scripted-workspace.ts';
import { type GithubServer, openGithubServer } from './server.ts';
import { makeToken } from './setup.ts';
import type { IssueSeed } from './shapes.ts';

const source = ['--source', 'github:octo/demo'];

/** A repository whose issues are on a GitHub of its own, on this machine, behind a token. */
export class GithubWorkspace extends ScriptedWorkspace implements AsyncDisposable {
  readonly token = makeToken();
  readonly server: GithubServer;

  private constructor(server: GithubServer, plays: Plays) {
    super([], plays);
    this.server = server;
    server.token = this.token;
    const github = { baseUrl: server.origin, token: 'env:TOKEN_OF_TEST' };
    this.write({ 'agentos.config.json': JSON.stringify({ github }) });
  }

  static async open(issues: readonly IssueSeed[], plays: Plays = {}): Promise<GithubWorkspace> {
    return new GithubWorkspace(await openGithubServer(issues), plays);
  }

  override async run(...args: readonly string[]): Promise<Ending> {
    return await runAgentos(args, { cwd: this.dir, env: { TOKEN_OF_TEST: this.token } });
  }

  override start(...args: readonly string[]): Started {
    return startAgentos(args, { cwd: this.dir, env: { TOKEN_OF_TEST: this.token } });
  }

  /** `agentos requirements` with the script and the issues on GitHub. */
  override async requirements(...more: readonly string[]): Promise<Ending> {
    return await this.run(...requirements(...source, ...more));
  }

  startRequirements(...more: readonly string[]): Started {
    return this.start(...requirements(...source, ...more));
  }

  issuePath(number: number): string {
    return this.path('.agentos/github/octo/demo/issues', `${number}.md`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    this[Symbol.dispose]();
  }
}
