import type { Trailer } from '../../src/worktrees/commit-message.ts';

/** The trailers of a message: the lines `Key: value` of its last paragraph, if it holds nothing else. */
export function parseTrailers(message: string): Trailer[] {
  const paragraphs = message.trim().split(/\n\s*\n/);
  if (paragraphs.length < 2) return [];
  const lines = (paragraphs.at(-1) ?? '').split('\n');
  const trailers = lines.flatMap((line) => {
    const [, key, value] = line.match(/^([A-Za-z][A-Za-z0-9-]*): ?(.*)$/) ?? [];
    return key === undefined || value === undefined ? [] : [{ key, value }];
  });
  return trailers.length === lines.length ? trailers : [];
}
