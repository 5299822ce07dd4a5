import { showSafely } from '../model/text.ts';
import { readSectionNumbers } from './lld/section-name.ts';
import { dropEqual } from './pair-equal.ts';
import { sharedPart, significantWords } from './significant-words.ts';

/** What a round objected to. */
export interface Concern {
  /** The id of a check, or the title of a finding; letter case and white space make no other one. */
  readonly key: string;
  readonly section: string | null;
  /** What it says, in its own words. */
  readonly words: string;
  /** It says the same in the same words, or it is another one. */
  readonly isExact: boolean;
}

export interface RoundFacts {
  readonly textSha256: string;
  readonly concerns: readonly Concern[];
}

export interface Standstill {
  readonly kind: 'stagnation' | 'oscillation';
  readonly reason: string;
}

/**
 * Whether more rounds would go on as the last ones did: the same findings twice in a row, or a way back to what was there
 * before. Null while the work moves. Only the newest round is judged: earlier ones were when they were the newest.
 * `earlier` is how many rounds there were before these.
 */
export function judgeProgress(rounds: readonly RoundFacts[], earlier = 0): Standstill | null {
  const newest = rounds.at(-1);
  const last = rounds.at(-2);
  if (newest === undefined || last === undefined) return null;
  return (
    findStagnation(newest, last, earlier + rounds.length) ??
    findReturn(rounds, newest, earlier) ??
    findSwing(rounds, newest, earlier)
  );
}

function findStagnation(newest: RoundFacts, last: RoundFacts, count: number): Standstill | null {
  if (!areSame(newest.concerns, last.concerns)) return null;
  const { length } = newest.concerns;
  const what = length === 1 ? 'the same finding' : `the same ${length} findings`;
  return { kind: 'stagnation', reason: `${what} in reviews ${count - 1} and ${count}: ${nameAll(newest.concerns)}` };
}

function findReturn(rounds: readonly RoundFacts[], { textSha256 }: RoundFacts, before: number): Standstill | null {
  if (rounds.at(-2)?.textSha256 === textSha256) return null;
  const at = rounds.slice(0, -2).findLastIndex((round) => round.textSha256 === textSha256);
  if (at < 0) return null;
  return {
    kind: 'oscillation',
    reason: `draft ${before + rounds.length} is draft ${before + at + 1} again, word for word`,
  };
}

/** The concerns of the newest round and of its last differ here, or it would be stagnation. */
function findSwing(rounds: readonly RoundFacts[], newest: RoundFacts, before: number): Standstill | null {
  const [earlier, last] = [rounds.at(-3), rounds.at(-2)];
  if (earlier === undefined || last === undefined || !areSame(newest.concerns, earlier.concerns)) return null;
  const length = before + rounds.length;
  const gone = newest.concerns.filter((concern) => !last.concerns.some((other) => isSameConcern(concern, other)));
  const reason = `review ${length} raises again what review ${length - 2} raised and review ${length - 1} did not`;
  return { kind: 'oscillation', reason: `${reason}: ${nameAll(gone.length > 0 ? gone : newest.concerns)}` };
}

/** No round has more that anybody could answer; of what is beyond, only the number counts. */
const mostCompared = 500;

/** Both raise something, as much, and each concern of one has its own counterpart in the other. */
function areSame(some: readonly Concern[], others: readonly Concern[]): boolean {
  if (some.length === 0 || some.length !== others.length) return false;
  const rest = dropEqual(some, others, keyOf);
  const candidates = rest.others.slice(0, mostCompared).map(describe);
  return rest.some
    .slice(0, mostCompared)
    .map(describe)
    .every((concern) => {
      const at = candidates.findIndex((other) => isAlike(concern, other));
      if (at >= 0) candidates.splice(at, 1);
      return at >= 0;
    });
}

interface Described {
  readonly isExact: boolean;
  readonly section: string | null;
  readonly words: ReadonlySet<string>;
  /** What it is about, where it says so: code, requirements, scenarios. */
  readonly named: ReadonlySet<string>;
}

const leastShared = 0.6;
const mostWords = 100;

const names = /`[^`]+`|\bREQ-\d+|\bscenarios? \d{3}\b/gi;

function describe({ section, words, isExact }: Concern): Described {
  const named = words.match(names)?.map((name) => [...significantWords(name)].join(' ')) ?? [];
  return { isExact, section: placeOf(section), words: significantWords(words, mostWords), named: new Set(named) };
}

/** `Section 2.5` in one review is `2.5` in the next. */
function placeOf(section: string | null): string | null {
  const numbers = readSectionNumbers(section ?? '');
  return numbers.length > 0 ? numbers.join() : section;
}

/** The same title for another section is another finding. */
function keyOf({ key, section, isExact }: Concern): string {
  const words = key.toLowerCase().split(/\s+/).join(' ').trim();
  return words === '' || isExact ? words : `${placeOf(section) ?? ''} ${words}`;
}

/** Whether two reviews object to the same, in whatever words. */
export function isSameConcern(one: Concern, other: Concern): boolean {
  return (keyOf(one) !== '' && keyOf(one) === keyOf(other)) || isAlike(describe(one), describe(other));
}

/** Reviewers say the same at different length: the shorter one decides. The same wish for something else is another one. */
function isAlike(one: Described, other: Described): boolean {
  if (one.isExact || other.isExact || one.section !== other.section) return false;
  if (one.named.size > 0 && other.named.size > 0 && one.named.isDisjointFrom(other.named)) return false;
  if (one.words.size === 0 || other.words.size === 0) return false;
  const [short, long] = one.words.size <= other.words.size ? [one.words, other.words] : [other.words, one.words];
  return sharedPart(short, long) >= leastShared;
}

const mostNamed = 3;
const longestName = 80;

function nameAll(concerns: readonly Concern[]): string {
  const names = concerns.slice(0, mostNamed).map(({ key, words }) => showSafely((key || words).slice(0, longestName)));
  const more = concerns.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}
