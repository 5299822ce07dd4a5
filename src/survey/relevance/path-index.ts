const maxLeadingSteps = 12;

/** Looks paths up the way people write them. */
export class PathIndex {
  readonly #paths: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();
  readonly #folders = new Set<string>();

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const namesakes = this.#byName.get(name);
      if (namesakes === undefined) this.#byName.set(name, [path]);
      else namesakes.push(path);
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
    const name = word.slice(word.lastIndexOf('/') + 1);
    const namesakes = this.#byName.get(name) ?? [];
    const endings = namesakes.filter((path) => path.endsWith(`/${word}`));
    if (endings.length > 0) return endings.length === 1 ? (endings[0] ?? null) : null;
    return namesakes.length === 0 ? null : this.#findByEnd(word);
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
