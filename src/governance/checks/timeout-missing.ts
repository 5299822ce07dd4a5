import { makeCheck } from './check.ts';
import { linesOfSection } from './section-lines.ts';

const waitingPattern: readonly RegExp[] = [
  /\b(?:waits?|waiting|awaits?|workers?|spawns?|subprocess(?:es)?|child process(?:es)?)\b/i,
  /\b(?:network|remote|fetch(?:es)?|(?:http|api) (?:calls?|requests?))\b/i,
];
const timeLimitPattern = /time-?out|timed out|time limit|deadline|watchdog|\b(?:within|after) \d/i;

export const timeoutMissing = makeCheck({
  id: 'TIMEOUT_MISSING',
  severity: 'warning',
  description: 'If section 2 waits for workers, processes or the network, it names a time limit.',
  *find(input) {
    const source = linesOfSection(input, '2');
    const waiting = source.find(({ text }) => waitingPattern.some((word) => word.test(text)));
    if (waiting === undefined || source.some(({ text }) => timeLimitPattern.test(text))) return;
    yield { line: waiting.line, message: 'Section 2 waits for something and names no timeout' };
  },
});
