/** Words that may be written together with an id: `Test010`, `T010`, `scenario010`. */
const prefix = /^(?:tests?|t|tc|s|sc|scenario|case|it|id)$/i;
const spokenPrefix = /(?:\b(?:scenario|case|test|tc|id)[\s:#-]{1,3}|[([#])$/i;

/** How surely a title carries an id: at its start, marked as one, as a mere number, or not at all. */
export type Carrying = 'start' | 'marked' | 'word' | 'none';

/** Whether a title names a scenario: `010 An empty name`, `test_010_empty_name`, `Test010EmptyName`, `T010`. */
export function carries(title: string, id: string): Carrying {
  let best: Carrying = 'none';
  for (let at = title.indexOf(id); at !== -1; at = title.indexOf(id, at + 1)) {
    const found = judgePlace(title, at, id.length);
    if (found === 'start') return 'start';
    if (found === 'marked' || best === 'none') best = found === 'none' ? best : found;
  }
  return best;
}

function judgePlace(title: string, at: number, length: number): Carrying {
  const before = title.slice(0, at);
  const after = title.slice(at + length);
  if (/\d$|\d[.,:-]$/.test(before) || /^(?:\d|[.,:-]\d)/.test(after)) return 'none';
  const letters = /[A-Za-z]*$/.exec(before)?.[0] ?? '';
  if (letters === '') {
    // Letters right behind a number are its unit, unless they begin a word.
    if (/^[a-z]/.test(after)) return 'none';
    if (/^(?:[\s[(#_"'`-]|tests?(?=[_\W])|scenario(?=[_\W])|should(?=[_\W]))*$/i.test(before)) return 'start';
    return spokenPrefix.test(before) || isIdentifier(title) ? 'marked' : 'word';
  }
  const isPrefix = prefix.test(letters) || prefix.test(lastWord(letters)) || /^tests?/i.test(letters);
  if (!isPrefix) return 'none';
  return before.length === letters.length || /^(?:tests?_?)+$/i.test(before) ? 'start' : 'marked';
}

/** `TestScenario` ends with `Scenario`. */
function lastWord(letters: string): string {
  return /[A-Z][a-z]*$/.exec(letters)?.[0] ?? letters;
}

function isIdentifier(title: string): boolean {
  return /^\w+$/.test(title);
}
