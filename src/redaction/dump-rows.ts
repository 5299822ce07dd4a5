/** Where it stands, the numbers of up to sixteen bytes, and the same as characters: a row of a dump. */
const row = /((?:^|\s)(?:0x)?[0-9a-f]{4,8}:?[ \t]+(?:(?:[0-9a-f]{2}|[0-9a-f]{4})[ \t]{1,2}){2,16})([^\n]*)/gi;
const lastRow = new RegExp(`${row.source.replace('*)', '{0,20})$')}`, 'i');
const longestRow = 120;

/** Whether a text ends in the last column of a row, or right before it. */
export function endsInColumn(bytes: Uint8Array): boolean {
  return lastRow.test(Buffer.from(bytes.subarray(-longestRow)).toString('latin1'));
}

/** The text with nothing in the last columns of its rows; all else stays where it is. */
export function blankColumns(text: string): string {
  return text.replace(row, (whole: string, numbers: string, column: string) =>
    /[^0-9a-f\s]/i.test(column) ? numbers + ' '.repeat(column.length) : whole,
  );
}
