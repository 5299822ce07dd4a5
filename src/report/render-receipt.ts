import { renderDuration, renderNumber, renderUsd } from './figures.ts';
import type { Receipt } from './receipt.ts';
import { addSums, noSums, type Sum, type Sums } from './receipt-sums.ts';

const head = ['step', 'calls', 'tokens in', 'cached', 'tokens out', 'time', 'cost'];

/** A table with a row for each step that asked somebody, one for all others, and the total. Empty if nobody was asked. */
export function renderReceipt(receipt: Receipt): string[] {
  const isAsking = ({ sums }: Receipt[number]) => sums.calls + sums.refusals > 0;
  const asking = receipt.filter(isAsking);
  if (asking.length === 0) return [];
  const others = receipt.filter((row) => !isAsking(row));
  return alignColumns([
    head,
    ...asking.map(({ step, sums }) => [nameOf(step), ...renderSums(sums, renderPart)]),
    ...(others.length === 0 ? [] : [['other steps', '', '', '', '', renderTime(addUp(others).ms, renderPart), '']]),
    ['total', ...renderSums(addUp(receipt), renderTotal)],
  ]);
}

function addUp(rows: Receipt): Sums {
  return rows.reduce((sum, { sums }) => addSums(sum, sums), noSums);
}

/** `review#2` is the second one; the first one of its name needs no number. */
function nameOf(step: string | null): string {
  return step === null ? 'cut off' : step.replace(/#1$/, '').replace('#', ' ');
}

type RenderSum = (sum: Sum, render: (value: number) => string) => string;

function renderSums(sums: Sums, renderSum: RenderSum): string[] {
  const { calls, refusals, inputTokens, cachedTokens, outputTokens, ms, usd } = sums;
  return [
    refusals === 0 ? `${calls}` : `${calls} + ${refusals} refused`,
    renderSum(inputTokens, renderNumber),
    renderSum(cachedTokens, renderNumber),
    renderSum(outputTokens, renderNumber),
    renderTime(ms, renderSum),
    renderSum(usd, renderUsd),
  ];
}

function renderTime(ms: Sum, renderSum: RenderSum): string {
  return renderSum(ms, renderDuration);
}

function renderPart({ measured, isWhole }: Sum, render: (value: number) => string): string {
  return isWhole ? render(measured) : 'unmeasured';
}

/** A sum without a part of it is more than nothing. */
function renderTotal(sum: Sum, render: (value: number) => string): string {
  return sum.isWhole || sum.measured === 0 ? renderPart(sum, render) : `at least ${render(sum.measured)}`;
}

/** Names to the left, figures to the right. */
function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
