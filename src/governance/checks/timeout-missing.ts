import { makeCheck } from './check.ts';
import { linesOfSection } from './section-lines.ts';

const WAITING =
  /\b(?:waits?|waiting|awaits?|workers?|subprocess(?:es)?|child process(?:es)?|spawns?|https?|network|fetch(?:es)?|remote|api calls?)\b/i;
const TIME_LIMIT =
  /time-?out|timed out|time limit|deadline|watchdog|\bwithin \d|\bafter \d{1,9}\s?(?:ms|s|seconds|minutes)\b/i;

export const timeoutMissing = makeCheck({
  id: 'TIMEOUT_MISSING',
  severity: 'warning',
  description: 'If section 2 waits for workers, processes or the network, it names a time limit.',
  *find(input) {
    const source = linesOfSection(input, '2');
    const waiting = source.find(({ text }) => WAITING.test(text));
    if (waiting === undefined || source.some(({ text }) => TIME_LIMIT.test(text))) return;
    yield { line: waiting.line, message: 'Section 2 waits for something and names no timeout' };
  },
});
