import { alignRows } from './align-rows.ts';
import { type Figure, isMet } from './measurement.ts';

/** The figures as one table, what each was made from below it. */
export function renderTable(figures: readonly Figure[]): string {
  const rows = [
    ['what', 'measured', 'limit', 'result'],
    ...figures.map((figure) => [
      figure.what,
      renderNumber(figure.measured, figure.unit),
      `≤ ${renderNumber(figure.limit, figure.unit)}`,
      isMet(figure) ? 'ok' : 'MISSED',
    ]),
  ];
  const [head, ...body] = alignRows(rows);
  return [head, ...figures.flatMap((figure, at) => [body[at], ...renderDetails(figure)]), ''].join('\n');
}

function renderDetails({ raw, trouble }: Figure): string[] {
  const numbers = Object.entries(raw).map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`);
  return [`    ${numbers.join(' · ')}`, ...(trouble === null ? [] : [`    ${trouble}`])];
}

function renderNumber(value: number, unit: Figure['unit']): string {
  return `${Number(value.toFixed(2))} ${unit}`;
}
