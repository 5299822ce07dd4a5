import { cutText } from '../model/text.ts';
import { limits } from './limits.ts';

/** Colours and other sequences that drive a terminal. */
const controlSequences =
  /\u001b(?:\[[0-9;:?]{0,40}[ -/]{0,4}[@-~]|\][^\u0007\u001b]{0,400}(?:\u0007|\u001b\\)|[@-Z\\^_])|\u009b[0-9;]{0,40}[@-~]/g;

export function withoutColours(text: string): string {
  return text.includes('\u001b') || text.includes('\u009b') ? text.replace(controlSequences, '') : text;
}

/** What a framework said of a failure, as we keep it. */
export function clipMessage(text: string): string {
  return cutText(withoutColours(text.slice(0, limits.messageCharacters * 2)).trim(), limits.messageCharacters);
}

/** The end of what a process said, where the reason stands. */
export function lastWords(text: string, maxCharacters = 600): string {
  const plain = withoutColours(text.slice(-maxCharacters * 2)).trim();
  return plain.length > maxCharacters ? `…${plain.slice(-maxCharacters + 1)}` : plain;
}

export function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).trim();
}

const longestTelling = 400;

/**
 * What a failure says, on one line, up to the calls that led there: the first line alone seldom tells the values. Of pytest's
 * listings only the lines that it marks.
 */
export function tellFailure(message: string): string {
  const [said = ''] = message.slice(0, limits.messageCharacters).split(/\n[ \t]+at /, 1);
  const lines = linesOf(said);
  const marked = lines.filter((line) => /^[>E]\s/.test(line));
  const told = (marked.length === 0 ? lines : marked).map((line) => line.replace(/^[>E]?\s+/, '').trim());
  return cutText(told.filter(Boolean).join(' '), longestTelling);
}

/** Lines of a text, bounded in number and none too long for a pattern. */
export function linesOf(text: string, maxLines = 2_000_000): string[] {
  return text
    .split('\n', maxLines)
    .map((line) => (line.length > limits.lineCharacters ? line.slice(0, limits.lineCharacters) : line))
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
