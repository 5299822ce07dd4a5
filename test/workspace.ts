import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A folder of its own for one test, gone afterwards. */
export class Workspace implements Disposable {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'agentos-')));

  /** Writes files by their path below the folder. */
  write(files: Readonly<Record<string, string | Uint8Array>>): this {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(this.path(path)), { recursive: true });
      writeFileSync(this.path(path), content);
    }
    return this;
  }

  remove(path: string): void {
    rmSync(this.path(path));
  }

  path(...steps: string[]): string {
    return join(this.dir, ...steps);
  }

  /** Every path below the folder with its size and time: two equal listings mean that nothing was written. */
  list(): string[] {
    return readdirSync(this.dir, { recursive: true, encoding: 'utf8' })
      .map((path) => {
        const stat = statSync(this.path(path), { throwIfNoEntry: false });
        return `${path} ${stat?.size} ${stat?.mtimeMs}`;
      })
      .sort();
  }

  git(...args: string[]): string {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
    const { status, stdout, stderr } = spawnSync('git', [...author, ...args], { cwd: this.dir, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  [Symbol.dispose](): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Bin = 'agentos' | 'run-requirements-workflow' | 'run-implement-from-lld';

/** Runs a bin as a user would, in the built form. */
export async function runBin(
  bin: Bin,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectDir, 'bin', `${bin}.cjs`), ...args], {
    cwd: options.cwd ?? projectDir,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

export async function agentos(args: readonly string[], options: { cwd?: string; env?: object } = {}): Promise<Ended> {
  return await runBin('agentos', args, options);
}

/** An issue as people write them. */
export function issueText(title: string): string {
  return `# ${title}\n\n## Acceptance Criteria\n\n- [ ] It does what it says\n`;
}

/** For tests of what processes see and write: from here on those that are started do not measure coverage. */
export function leaveUnmeasured(): void {
  delete process.env['NODE_V8_COVERAGE'];
}
