import { makeCheck } from './check.ts';
import { fencedLines, linesOfDesign, type SourceLine } from './section-lines.ts';

const prosePattern = /(?<![A-Za-z0-9])(?:TODO|TBD|FIXME|\d?X{3,4})(?![A-Za-z0-9])/;
/** A list of things to do is called so, too; what begins with a verb (`TODO list the files`) is left to do. */
const spokenOf =
  /\b(?:an?|the|each|every|this|any|new|one|no) TODO[ -](?:list|item|entry|app|card|comment)\b|\bTODO[ -](?:lists|items|entries|apps|cards|comments)\b/gi;
/** In code a run of X may be a format, such as that of a temporary name. */
const codePattern = /(?<![A-Za-z0-9])(?:TODO|TBD|FIXME)(?![A-Za-z0-9])/;
/** Where a comment or a failure begins. */
const aside = /(?<!:)\/\/|\/\*|<!--|(?:^|\s)#|(?:^|[;,])\s{0,99}(?:\*|--)\s|\b(?:throw|raise|panic)\b/;
/** What it says goes on in words. */
const heading = /^\s*(?:TODO|TBD|FIXME)(?:\s*[:(]|\s+[a-z])/;
const bare = /^\W*(?:TODO|TBD|FIXME)\W*$/;
const blankOrFence = /^\s*(?:(?:`{3}|~{3}).*)?$/;

export const placeholderLeft = makeCheck({
  id: 'PLACEHOLDER_LEFT',
  severity: 'error',
  description: 'No TODO, TBD, FIXME or XXX is left in header or sections; in a code span it is only spoken of.',
  *find(input) {
    const fenced = fencedLines(input.document.sections);
    const lines = linesOfDesign(input);
    for (const [at, { line, text }] of lines.entries()) {
      // The title is the issue's, and may speak of what it likes.
      if (line === input.document.title?.line) continue;
      const found = fenced.has(line) ? findInCode(lines, at) : prosePattern.exec(asProse(text));
      if (found === null) continue;
      const advice = 'fill it in, or write it in backticks if you only speak of it';
      yield { line, message: `The placeholder ${found[0]} is left: ${advice}` };
    }
  },
});

function asProse(text: string): string {
  return text.replace(/`+[^`]*`+/g, ' ').replace(spokenOf, ' ');
}

/** A value or a name of code may be called so; what is left to do stands aside, in words, or alone. */
function findInCode(lines: readonly SourceLine[], at: number): RegExpExecArray | null {
  const text = lines[at]?.text ?? '';
  const isAlone = bare.test(text) && [at - 1, at + 1].every((other) => blankOrFence.test(lines[other]?.text ?? ''));
  const from = isAlone || heading.test(text) ? 0 : text.search(aside);
  return from === -1 ? null : codePattern.exec(text.slice(from));
}
