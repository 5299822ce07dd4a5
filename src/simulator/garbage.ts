const nonsense = ['-1', 'NaN', 'Thu, 01 Jan 1970 00:00:00 GMT', '1000000000', '', '1e309', '-0', 'soon'];

const names = [
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  ...['requests', 'tokens', 'input-tokens', 'output-tokens'].flatMap((dimension) =>
    ['limit', 'remaining', 'reset'].map((what) => `anthropic-ratelimit-${dimension}-${what}`),
  ),
  ...['requests', 'tokens'].flatMap((dimension) =>
    ['limit', 'remaining', 'reset'].map((what) => `x-ratelimit-${what}-${dimension}`),
  ),
];

/** Headers about limits that make no sense; each call has other ones. */
export function makeGarbageHeaders(call: number): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, nonsense[(call + at * 3) % nonsense.length] ?? '']));
}
