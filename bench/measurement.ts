/** One line of the table: a measured number against its limit. */
export interface Figure {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  /** `×` for ratios; the others for figures that are absolute. */
  readonly unit: '×' | 'MB' | 's';
  /** What else went wrong; null when only the number counts. */
  readonly trouble: string | null;
  /** The numbers that the figure was made from, with their units in the names. */
  readonly raw: Readonly<Record<string, number>>;
}

export interface Measurement {
  readonly name: string;
  /** `folder` is empty, belongs to this measurement alone and is removed afterwards. */
  readonly measure: (folder: string) => Figure;
}

export function isMet({ measured, limit, trouble }: Figure): boolean {
  return trouble === null && measured <= limit;
}
