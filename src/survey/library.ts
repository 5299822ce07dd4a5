import type { RepositoryReader } from '../model/repository-reader.ts';
import { type Evidence, judgePath } from './evidence.ts';
import { limits } from './limits.ts';

/** The one way to the contents of a repository: what must not be read is not, and there is an end to how much is. */
export class Library {
  readonly #reader: RepositoryReader;
  readonly #evidence = new Map<string, Evidence>();
  readonly #shown = new Map<string, string | null>();
  #shownBytes = 0;
  /** Sorted; without our own output. */
  readonly paths: readonly string[];
  /** The designs that are approved: known by their titles only. */
  readonly designs: readonly string[];

  constructor(reader: RepositoryReader) {
    this.#reader = reader;
    for (const path of reader.paths) this.#evidence.set(path, judgePath(path));
    const sorted = [...this.#evidence.keys()].sort();
    this.paths = sorted.filter((path) => this.judge(path) !== 'own');
    this.designs = sorted.filter((path) => /^docs\/lld\/active\/[^/]+\.md$/.test(path));
  }

  judge(path: string): Evidence {
    return this.#evidence.get(path) ?? 'own';
  }

  sizeOf(path: string): number {
    return this.#reader.sizeOf(path);
  }

  mayRead(path: string): boolean {
    const evidence = this.judge(path);
    return (evidence === 'open' || evidence === 'guarded') && this.sizeOf(path) <= limits.fileBytes;
  }

  /** For ranking: each text is seen once and not kept. */
  *scan(paths: readonly string[]): Generator<{ readonly path: string; readonly text: string }> {
    for (const batch of this.#cutIntoBatches(paths.filter((path) => this.mayRead(path)))) {
      for (const [path, text] of this.#reader.readAll(batch)) if (text !== null) yield { path, text };
    }
  }

  /** For showing: kept, because several parts look at the same files. */
  read(path: string): string | null {
    const known = this.#shown.get(path);
    if (known !== undefined) return known;
    const text = this.mayRead(path) ? this.#readWithin(path) : null;
    this.#shown.set(path, text);
    return text;
  }

  /** Reads what will be asked for next at one go. */
  prepare(paths: readonly string[]): void {
    const wanted = paths.filter((path) => !this.#shown.has(path) && this.mayRead(path) && this.#mayShow(path));
    for (const [path, text] of this.#reader.readAll(wanted)) this.#shown.set(path, text);
  }

  /** The beginnings of designs, which are no evidence and have titles. */
  readDesign(path: string): string | null {
    return this.designs.includes(path) && this.sizeOf(path) <= limits.fileBytes ? this.#reader.read(path) : null;
  }

  #readWithin(path: string): string | null {
    return this.#mayShow(path) ? this.#reader.read(path) : null;
  }

  #mayShow(path: string): boolean {
    if (this.#shownBytes + this.sizeOf(path) > limits.shownBytes) return false;
    this.#shownBytes += this.sizeOf(path);
    return true;
  }

  #cutIntoBatches(paths: readonly string[]): string[][] {
    const batches: string[][] = [];
    let batchBytes = 0;
    let bytes = 0;
    for (const path of paths.slice(0, limits.scannedFiles)) {
      const size = this.sizeOf(path);
      if (bytes + size > limits.scannedBytes) continue;
      const last = batches.at(-1);
      const isFull = last === undefined || batchBytes + size > limits.batchBytes;
      if (isFull) batches.push([path]);
      else last.push(path);
      batchBytes = isFull ? size : batchBytes + size;
      bytes += size;
    }
    return batches;
  }
}
