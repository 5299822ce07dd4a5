const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** `45 s`, `2 h`, `15 h 53 min`: the two largest units. */
export function showSpan(ms: number): string {
  const all = Math.max(0, Math.round(ms / 1000));
  const at = units.findIndex(([, size]) => all >= size);
  const [unit, size] = units[at] ?? ['s', 1];
  const [small, smallSize] = units[at + 1] ?? [unit, size];
  const rest = Math.floor((all % size) / smallSize);
  return `${Math.floor(all / size)} ${unit}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}
