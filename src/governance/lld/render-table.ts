/** A Markdown table; cells are single lines, and a pipe in a cell stays in its cell. */
export function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = columns.map(() => '---');
  return [columns, rule, ...rows].map(renderRow).join('\n');
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
