import { spawnSync } from 'node:child_process';
import type { FrameworkKind } from '../../../../src/frameworks/framework.ts';
import { changeTypeOf } from '../../../../src/governance/lld/template.ts';
import type { GateInput } from '../../../../src/workflows/implementation/gates/gate-input.ts';
import { decodeBlob } from '../../../../src/worktrees/blob-text.ts';
import { type Diff, diffCommits } from '../../../../src/worktrees/diff.ts';
import type { RepositoryState } from '../../../../src/worktrees/inspect-repository.ts';
import { makeFramework } from '../../../frameworks/make-framework.ts';
import { never, Repository } from '../../../worktrees/house.ts';

/** A file by its text, its bytes, or what kind of file it is. */
type Content =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly program: string }
  | { readonly submodule: true };
export type Tree = Readonly<Record<string, Content>>;

/** What a case says of a change; everything else is usual. */
export interface Case {
  readonly before?: Tree;
  /** Null for a file that is gone; what is not named stays. */
  readonly after: Readonly<Record<string, Content | null>>;
  /** Rows such as `Add src/a.ts` or `Modify package.json: adds a postinstall`. */
  readonly announced?: readonly string[];
  readonly changes?: Partial<Omit<GateInput, 'diff' | 'before' | 'after' | 'announced'>>;
  readonly kind?: FrameworkKind;
  readonly maxPatchBytes?: number;
}

/** Real commits in one repository, and real diffs between them. */
export class Changes implements Disposable {
  readonly #repository = new Repository();
  #state: RepositoryState | null = null;
  #made = 0;

  async input({
    before = {},
    after,
    announced = [],
    changes = {},
    kind = 'node-test',
    ...rest
  }: Case): Promise<GateInput> {
    const old: Tree = { 'README.md': '# A repository\n', ...before };
    const merged = Object.entries({ ...old, ...after });
    const now: Tree = Object.fromEntries(
      merged.flatMap(([path, content]) => (content === null ? [] : [[path, content]])),
    );
    return {
      announced: announced.map(toAnnounced),
      ownPaths: [],
      diff: await this.diff(old, now, rest.maxPatchBytes),
      before: toFiles(old),
      after: toFiles(now),
      provedTests: new Map(),
      framework: makeFramework(kind),
      coverage: { report: null, root: '/repo' },
      settings: { isStrict: false, leastCoverage: 80 },
      ...changes,
    };
  }

  async diff(before: Tree, after: Tree, maxPatchBytes = 4 * 1024 * 1024): Promise<Diff> {
    this.#state ??= await this.#repository.inspect();
    const [from = '', to = ''] = this.#commit([before, after]);
    return await diffCommits(this.#repository.house, this.#state, { from, to, maxPatchBytes, signal: never });
  }

  #commit(trees: readonly Tree[]): string[] {
    const refs = trees.map(() => {
      this.#made += 1;
      return `refs/made/${this.#made}`;
    });
    const input = Buffer.concat(trees.flatMap((tree, at) => toStream(refs[at] ?? '', tree)));
    const cwd = this.#repository.workspace.dir;
    const made = spawnSync('git', ['fast-import', '--quiet'], { cwd, input });
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return this.#repository.git('rev-parse', ...refs).split('\n');
  }

  [Symbol.dispose](): void {
    this.#repository[Symbol.dispose]();
  }
}

/** A commit in the language of `git fast-import`. */
function toStream(ref: string, tree: Tree): Buffer[] {
  const head = Buffer.from(`commit ${ref}\ncommitter T <t@example.org> 1700000000 +0000\ndata 1\nx\n`);
  const files = Object.entries(tree).map(([path, content]) => {
    const [mode, bytes] = toEntry(content);
    const name = `"${path.replace(/[^ !#-[\]-~]/gu, toOctal)}"`;
    if (bytes === null) return Buffer.from(`M 160000 ${'1'.repeat(40)} ${name}\n`);
    return Buffer.concat([Buffer.from(`M ${mode} inline ${name}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')]);
  });
  return [head, ...files];
}

function toOctal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function toEntry(content: Content): [string, Buffer | null] {
  if (typeof content === 'string' || content instanceof Uint8Array) return ['100644', Buffer.from(content)];
  if ('link' in content) return ['120000', Buffer.from(content.link)];
  return 'program' in content ? ['100755', Buffer.from(content.program)] : ['160000', null];
}

function toFiles(tree: Tree): GateInput['after'] {
  const bytesOf = (path: string) => {
    const content = tree[path];
    return content === undefined ? null : toEntry(content)[1];
  };
  const read = (path: string) => {
    const bytes = bytesOf(path);
    return bytes === null ? null : decodeBlob(bytes);
  };
  return {
    readAll: (paths) => new Map(paths.map((path) => [path, read(path)])),
    sizeOf: (path) => bytesOf(path)?.length ?? 0,
  };
}

function toAnnounced(row: string): GateInput['announced'][number] {
  const [, word = '', path = '', description = ''] = /^(\w+) ([^:]+)(?:: (.*))?$/.exec(row) ?? [];
  const change = changeTypeOf(word);
  if (change === null) throw new Error(row);
  return { path, change, description };
}
