/** One measured number against its limit. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  /** The limit is the most that it may be; else the least. */
  readonly isMost: boolean;
  readonly unit: '×' | 'ms' | 'calls' | 'left';
  /** What else went wrong; null when only the number counts. */
  readonly trouble: string | null;
  /** What it was made from, with units in the names. */
  readonly raw: Readonly<Record<string, number>>;
}

export function isMet({ measured, limit, isMost, trouble }: Figure): boolean {
  return trouble === null && (isMost ? measured <= limit : measured >= limit);
}

export function renderFigures(figures: readonly Figure[]): string {
  return figures.map((figure) => `${renderFigure(figure)}\n`).join('');
}

function renderFigure(figure: Figure): string {
  const { what, measured, limit, isMost, unit, trouble, raw } = figure;
  const numbers = Object.entries(raw).map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`);
  return [
    `${isMet(figure) ? 'ok    ' : 'MISSED'}  ${what}: ${measured.toFixed(3)} ${isMost ? '≤' : '≥'} ${limit} ${unit}`,
    `        ${numbers.join(' · ')}`,
    ...(trouble === null ? [] : [`        ${trouble}`]),
  ].join('\n');
}
