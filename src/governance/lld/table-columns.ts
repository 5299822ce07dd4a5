import type { TableShape } from './document.ts';

/** Other names under which people write our columns. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ['id', ['test id', '#']],
  ['expected output', ['expected', 'expected result', 'expected results']],
  ['pass criteria', ['pass criterion']],
  ['file', ['path']],
  ['change type', ['change']],
]);

/** The place of a column by its name, or else by a synonym; -1 if the table lacks it. */
export function columnIndex({ columns }: Pick<TableShape, 'columns'>, name: string): number {
  const folded = columns.map(foldName);
  const names = [foldName(name), ...(synonyms.get(foldName(name)) ?? [])];
  return names.map((wanted) => folded.indexOf(wanted)).find((place) => place >= 0) ?? -1;
}

/** Letter case, bold marks and the width of white space make no other name. */
function foldName(name: string): string {
  return name.replaceAll('**', '').replace(/\s+/g, ' ').trim().toLowerCase();
}
