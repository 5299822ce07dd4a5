import type { Finding, Fix } from '../finding.ts';

/**
 * Applies the fixes of findings and keeps every other line and line end. Where two fixes meet on a line the first wins;
 * the next run finds what is left.
 */
export function applyFixes(text: string, findings: readonly Finding[]): string {
  const fixes = new Map<number, Fix>();
  for (const { fix } of findings) {
    if (fix !== null && !fixes.has(fix.fromLine)) fixes.set(fix.fromLine, fix);
  }
  const pieces = text.split(/(\r\n?|\n)/);
  const lineCount = (pieces.length + 1) / 2;
  const endOf = (line: number): string => pieces[line * 2 - 1] ?? '';
  let output = '';
  for (let line = 1; line <= lineCount; line += 1) {
    const fix = fixes.get(line);
    const kept = fix?.lines ?? [pieces[line * 2 - 2] ?? ''];
    const separator = endOf(line) || '\n';
    line = fix?.toLine ?? line;
    if (kept.length > 0) output += kept.join(separator) + endOf(line);
  }
  return output;
}
