/** One line of a time sheet, such as `2026-03-02 09:00-10:30 website`. */
export function parseEntry(line) {
  const [day, span, ...words] = line.trim().split(/\s+/);
  const [from, to] = span.split('-').map(toMinutes);
  return { day, minutes: to - from, project: words.join(' ') };
}

function toMinutes(clock) {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
