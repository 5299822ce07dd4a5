import { cutText } from '../../model/text.ts';
import { limits } from '../limits.ts';
import type { FileFailure, RanTest, TestFailure, TestState } from '../test-run.ts';
import { withoutColours } from '../text.ts';

export interface FoundTest {
  readonly titles: readonly string[];
  readonly file: string | null;
  readonly state: TestState;
  readonly failure: TestFailure | null;
}

/** What a report tells, while it is read. It holds a bounded number of tests, and nothing is told twice by one name. */
export class RunDraft {
  readonly tests: RanTest[] = [];
  readonly fileFailures: FileFailure[] = [];
  readonly #seen = new Map<string, number>();
  #isCut = false;
  #isWhole = true;
  #hasCrashed = false;

  get isCut(): boolean {
    return this.#isCut;
  }

  /** Whether the report came to its end. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get hasCrashed(): boolean {
    return this.#hasCrashed;
  }

  /** `place` is what tells tests of one name apart: their file, or their package where runs do not always name the file. */
  add({ titles, file, state, failure }: FoundTest, place = file ?? ''): void {
    if (this.tests.length >= limits.tests) {
      this.#isCut = true;
      return;
    }
    const shown = titles
      .map(cleanTitle)
      .filter((title) => title !== '')
      .slice(-limits.titles);
    const name = shown.join(' > ');
    this.tests.push({ id: this.#identify(`${place}::${name}`), titles: shown, name, file, state, failure });
  }

  addFileFailure(failure: FileFailure): void {
    if (this.fileFailures.length >= limits.fileFailures) this.#isCut = true;
    else this.fileFailures.push(failure);
  }

  /** The report ends before its end. */
  breakOff(): void {
    this.#isWhole = false;
  }

  /** A process of the run died, and took tests with it that were not run. */
  crash(): void {
    this.#hasCrashed = true;
  }

  #identify(id: string): string {
    const count = (this.#seen.get(id) ?? 0) + 1;
    this.#seen.set(id, count);
    return count === 1 ? id : `${id}#${count}`;
  }
}

function cleanTitle(title: string): string {
  const plain = withoutColours(title.slice(0, limits.titleCharacters * 2))
    .replace(/\s+/g, ' ')
    .trim();
  return cutText(plain, limits.titleCharacters);
}
