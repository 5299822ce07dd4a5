const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const furthestTime = 8.64e15;
const longestText = 400;

/** `0.4 s`, `42 s`, `4 min 12 s`, `3 h 5 min`, `2 d 4 h`. Never negative. */
export function renderDuration(ms: number): string {
  const length = Number.isFinite(ms) ? Math.max(0, ms) : 0;
  if (length < 9.95 * second) return `${Math.round(length / 100) / 10} s`;
  if (length < 59.5 * second) return `${Math.round(length / second)} s`;
  if (length < hour - second / 2) return renderPair(Math.round(length / second), 60, 'min', 's');
  if (length < day - minute / 2) return renderPair(Math.round(length / minute), 60, 'h', 'min');
  return renderPair(Math.round(length / hour), 24, 'd', 'h');
}

function renderPair(small: number, size: number, bigUnit: string, smallUnit: string): string {
  const rest = small % size;
  return `${Math.floor(small / size)} ${bigUnit}${rest === 0 ? '' : ` ${rest} ${smallUnit}`}`;
}

/** `4–6 min`: both ends in the unit that fits the longer one. */
export function renderDurationRange({ lowMs, highMs }: DurationRange, dash = '–'): string {
  const [size, unit] = highMs < 2 * minute ? [second, 's'] : highMs < 2 * hour ? [minute, 'min'] : [hour, 'h'];
  const high = Math.max(1, Math.round(highMs / size));
  const low = Math.min(high, Math.max(1, Math.round(lowMs / size)));
  return low === high ? `${high} ${unit}` : `${low}${dash}${high} ${unit}`;
}

export interface DurationRange {
  readonly lowMs: number;
  readonly highMs: number;
}

/** UTC to the second; what is no time is said so. */
export function renderTime(at: number): string {
  if (!(Math.abs(at) <= furthestTime)) return 'an unknown time';
  return `${new Date(at).toISOString().slice(0, -5)}Z`;
}

/** What was not measured is never shown as nothing. */
export function renderUsd(usd: number | null): string {
  if (usd === null) return 'cost unmeasured';
  if (usd === 0) return '$0';
  return `$${usd.toFixed(usd < 0.01 ? 4 : 2)}`;
}

/** `$0.08–0.31`. */
export function renderUsdRange(least: number, most: number): string {
  const [low, high] = [renderUsd(least), renderUsd(most)];
  return low === high ? low : `${low}–${high.slice(1)}`;
}

/** Of a sum of which not all was measured, the part that was. */
export function renderSpent(usd: number | null, measuredUsd: number): string {
  return usd === null && measuredUsd > 0 ? `at least ${renderUsd(measuredUsd)}` : renderUsd(usd);
}

const shownCommit = 12;

/** As much of a commit's id as people need. */
export function shortenCommit(commit: string): string {
  return commit.slice(0, shownCommit);
}

/** `12,345`. */
export function renderNumber(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 task`, `2 tasks`. */
export function renderCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** Text of others, cut to what a line can bear: its beginning says what failed, its end why. */
export function shorten(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText / 2)}…${text.slice(-longestText / 2)}`.toWellFormed();
}

/** Sums of money carry the noise of binary fractions: a millionth of a dollar is exact enough. */
export function roundUsd(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 1e6) / 1e6;
}

/** At most `most` of the lines, and how many more there are. */
export function limitLines(lines: readonly string[], most: number): string[] {
  return lines.length <= most ? [...lines] : [...lines.slice(0, most), `… and ${lines.length - most} more`];
}
