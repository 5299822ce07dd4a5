import type { BatchRecord } from '../model/batch-record.ts';
import { type Counts, countTasks } from './counts.ts';
import { estimateLeft } from './eta.ts';
import { renderDurationRange, renderUsd } from './figures.ts';

export interface ProgressView {
  readonly record: BatchRecord;
  readonly now: number;
  /** Cells of the terminal that may be used. */
  readonly columns: number;
  readonly isUnicode: boolean;
}

interface Signs {
  readonly full: string;
  readonly empty: string;
  readonly between: string;
  readonly dash: string;
}

const unicodeSigns: Signs = { full: '█', empty: '░', between: ' · ', dash: '–' };
const asciiSigns: Signs = { full: '#', empty: '-', between: ' | ', dash: '-' };
const barCells = 10;
const head = '[COORDINATOR]';

/** What is worth least when there is no room comes first. */
const leastImportant = ['waiting', 'asking', 'running', 'rejected', 'failed'] as const;

/**
 * The batch on one line, never wider than `columns`; every character takes one cell. What does not fit is left out as
 * a whole: cost, estimate, bar, then one count after the other.
 */
export function renderProgress({ record, now, columns, isUnicode }: ProgressView): string {
  const signs = isUnicode ? unicodeSigns : asciiSigns;
  const room = Number.isFinite(columns) ? Math.max(0, Math.floor(columns)) : 0;
  const line = listForms(record, now, signs).find((form) => [...form].length <= room);
  return line ?? '';
}

/** From the fullest to the shortest. */
function listForms(record: BatchRecord, now: number, signs: Signs): string[] {
  const counts = countTasks(record);
  const ended = counts.done + counts.failed + counts.rejected;
  const ratio = `${ended}/${record.tasks.size}`;
  const bar = `${head} ${renderBar(ended, record.tasks.size, signs)} ${ratio}`;
  const fewer = leastImportant.map((_, at) => renderCounts(counts, leastImportant.slice(0, at + 1)));
  const all = renderCounts(counts, []);
  const left = renderLeft(record, now, signs);
  const forms = [
    [bar, ...all, ...left, ...renderCost(record)],
    [bar, ...all, ...left],
    [bar, ...all],
    ...[all, ...fewer].map((some) => [`${head} ${ratio}`, ...some]),
    [ratio],
  ];
  return forms.map((parts) => parts.join(signs.between));
}

/** Full only when all have ended. */
function renderBar(ended: number, total: number, { full, empty }: Signs): string {
  const cells = total === 0 ? 0 : Math.min(barCells, Math.floor((barCells * ended) / total));
  return full.repeat(cells) + empty.repeat(barCells - cells);
}

function renderCounts(counts: Counts, without: readonly string[]): string[] {
  const words = { running: 'running', failed: 'failed', rejected: 'rejected', waiting: 'waiting', asking: 'for you' };
  const keys = ['running', 'failed', 'rejected', 'waiting', 'asking'] as const;
  return keys.filter((key) => counts[key] > 0 && !without.includes(key)).map((key) => `${counts[key]} ${words[key]}`);
}

function renderLeft(record: BatchRecord, now: number, { dash }: Signs): string[] {
  if (record.stopping !== null) return ['stopping'];
  const range = estimateLeft(record, now);
  return range === null ? [] : [`eta ${renderDurationRange(range, dash)}`];
}

/** Only what was measured and is not nothing. */
function renderCost({ tasks }: BatchRecord): string[] {
  let sum = 0;
  for (const { usd } of tasks.values()) {
    if (usd === null) return [];
    sum += usd;
  }
  return sum > 0 ? [renderUsd(sum)] : [];
}
