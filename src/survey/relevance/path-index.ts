const maxLeadingSteps = 12;
/** Of more namesakes in folders of one name nobody means just one. */
const mostNamesakes = 2000;

/** Looks paths up the way people write them. */
export class PathIndex {
  readonly #paths: ReadonlySet<string>;
  /** By their names, and by these with the folder that they lie in. */
  readonly #byEnd = new Map<string, string[]>();
  readonly #folders = new Set<string>();

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    for (const path of paths) {
      for (const end of endsOf(path)) {
        const namesakes = this.#byEnd.get(end);
        if (namesakes === undefined) this.#byEnd.set(end, [path]);
        else namesakes.push(path);
      }
      this.#addFolders(path);
    }
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  hasFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** The path itself, the only one that ends in it, or the one that an absolute path leads to. */
  findFile(word: string): string | null {
    if (this.#paths.has(word)) return word;
    const [name = '', withFolder] = endsOf(word);
    const namesakes = this.#byEnd.get(withFolder ?? name) ?? [];
    const isCommon = namesakes.length > mostNamesakes;
    const endings = isCommon ? [] : namesakes.filter((path) => path.endsWith(`/${word}`));
    if (endings.length > 0) return endings.length === 1 ? (endings[0] ?? null) : null;
    return this.#byEnd.has(name) ? this.#findByEnd(word) : null;
  }

  /** As in a stack trace: `/home/someone/project/src/a.ts` is `src/a.ts`. A name alone is not enough. */
  #findByEnd(word: string): string | null {
    const steps = word.split('/');
    for (let from = 1; from < Math.min(steps.length - 1, maxLeadingSteps); from += 1) {
      const path = steps.slice(from).join('/');
      if (this.#paths.has(path)) return path;
    }
    return null;
  }

  /** From the deepest one upwards, as far as they are new: every folder is added once. */
  #addFolders(path: string): void {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (this.#folders.has(folder)) return;
      this.#folders.add(folder);
    }
  }
}

/** `c.ts` and `b/c.ts` of `a/b/c.ts`. */
function endsOf(path: string): string[] {
  const last = path.lastIndexOf('/');
  if (last < 0) return [path];
  return [path.slice(last + 1), path.slice(path.lastIndexOf('/', last - 1) + 1)];
}
