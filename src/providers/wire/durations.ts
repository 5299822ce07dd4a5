const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  hour: 3_600_000,
  hours: 3_600_000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  minutes: 60_000,
  s: 1000,
  sec: 1000,
  second: 1000,
  seconds: 1000,
  ms: 1,
  millisecond: 1,
  milliseconds: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
};

const part = /(\d+(?:\.\d+)?) ?([a-zµ]+)/g;

/** A duration as Go writes it (`120ms`, `6m0s`, `1h2m3.5s`) or with words (`26 seconds`), in milliseconds. */
export function parseDuration(text: string): number | null {
  if (text.length > 64 || !/^(\d+(\.\d+)? ?[a-zµ]+ ?)+$/.test(text)) return null;
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(part)) {
    const ms = Object.hasOwn(unitMs, unit) ? unitMs[unit] : undefined;
    if (ms === undefined) return null;
    sum += Number(amount) * ms;
  }
  return sum;
}

/** A number that is written plainly: no sign, no exponent, no word. */
export function parsePlainNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}(\.\d{1,9})?$/.test(text) ? Number(text) : null;
}
