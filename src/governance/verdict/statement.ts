type Word = 'APPROVED' | 'REVISE' | 'DISCUSS' | 'BLOCKED';

/** What one piece of text says when a verdict is expected there: a word, or why it is none. */
export type Statement = { word: Word; reason: null } | { word: null; reason: string };

/** A statement at its line of the document. */
export type Said = Statement & { readonly line: number };

const knownWords: ReadonlyMap<string, Word> = new Map([
  ['APPROVED', 'APPROVED'],
  ['REVISE', 'REVISE'],
  ['DISCUSS', 'DISCUSS'],
  ['BLOCK', 'BLOCKED'],
  ['BLOCKED', 'BLOCKED'],
  ['REJECTED', 'BLOCKED'],
]);

/** Only ASCII letters make a word, so a homoglyph or an invisible character inside it leaves an unknown word. */
const leadingWord = /^[*_`\s]*([A-Za-z]+)[*_`\s]*(.*)$/s;
const explanationMark = /^(?:-{1,3}\s|[–—]|[.!:][*_`]*\s)\s*(\S.*)$/s;

/** Reads `APPROVED`, `**REVISE**.` or `BLOCK - tests missing`; anything more or less than that is no verdict. */
export function parseStatement(text: string): Statement {
  const trimmed = text.trim();
  const [, letters = '', rest = ''] = leadingWord.exec(trimmed) ?? [];
  const word = knownWords.get(letters.toUpperCase());
  if (word === undefined) return { word: null, reason: `${quote(trimmed)} is not a known verdict` };
  if (rest === '' || /^[.!][*_`]*$/.test(rest)) return { word, reason: null };
  const explanation = explanationMark.exec(rest)?.[1];
  if (explanation === undefined) return { word: null, reason: `${quote(trimmed)} says more than a verdict` };
  if (knownWords.has(bareWord(explanation))) return { word: null, reason: `${quote(trimmed)} names two verdicts` };
  if (word === 'APPROVED' && (takesBack(explanation) || !affirmation.test(explanation))) {
    return { word: null, reason: `${quote(trimmed)} is more than a plain yes, and an approval is not guessed` };
  }
  return { word, reason: null };
}

/**
 * How the explanation of an approval may begin. Any other words could mean anything ("APPROVED: no"), and an approval is
 * not guessed.
 */
const affirmation = new RegExp(
  `^[*_\\s]*(?:${[
    'ready(?: (?:for|to) (?:implementation|implement|start|merge|go))?',
    'implementation may start',
    'good to go|looks good|lgtm|proceed(?: with (?:the )?implementation)?',
    'no (?:blocking |open |further |remaining )?(?:issues?|findings?|questions?|concerns?)(?: (?:were |are )?(?:found|left|remain))?',
    'no (?:further )?changes? (?:are )?(?:needed|required)',
    'all (?:issues|findings|requirements|questions|comments) (?:are |were |have been )?(?:resolved|addressed|fixed|covered|met)',
    'the (?:lld|design|document) is (?:ready|complete|sound|solid)(?: (?:for|to) (?:implementation|implement))?',
  ].join('|')})[*_\\s]*(?:[.!][*_\\s]*)?$`,
  'i',
);

/** True for text that talks about a verdict, in a readable way or not. */
export function mentionsVerdict(text: string): boolean {
  return /\b(?:approved?|revise|discuss|block|blocked|rejected)\b/i.test(text);
}

/** The only word of a text, in capitals; '' for longer texts. */
function bareWord(text: string): string {
  return /^[*_`]*([A-Za-z]+)[*_`.!]*$/.exec(text)?.[1]?.toUpperCase() ?? '';
}

const retractions = new Set(
  `not cannot never nor neither unless except excepting but however although though yet still pending after once if
  until till when whenever before subject provided providing provisional provisionally assuming contingent depends
  depending dependent tentative tentatively partial partially partly only almost nearly otherwise instead withheld
  withdrawn revoked premature awaiting await awaits hold holds holding denied deny denies wrong false minus incorrect invalid
  withdraw withdraws revoke revokes void voided first prior address addresses resolve resolves upon modulo given following
  rewrite rework nope cancel cancelled rescind rescinded overrule overruled override overridden
  refuse refused refuses declined fails failed failing incomplete excluding revise revised revision discuss block blocked reject rejected unapproved disapproved
  todo tbd`.split(/\s+/),
);
const demands = new Set(
  `change changes fix fixes fixed amendment amendments edit edits modification modifications reservation reservations
  caveat caveats exception exceptions must should need needs needed require requires required`.split(/\s+/),
);
const absences = new Set(['no', 'without', 'zero']);

/**
 * True when the explanation of an approval may withdraw it. It errs towards true: an approval that has to be
 * asked for again costs a question, an approval that nobody gave costs an implementation.
 */
export function takesBack(explanation: string): boolean {
  const words = explanation.toLowerCase().match(/[a-z]+(?:['’][a-z]+)?/g) ?? [];
  if (/\b(?:as|so) long as\b|\btake (?:that|it|this) back\b/i.test(explanation)) return true;
  return words.some((word, at) => {
    if (retractions.has(word) || word.startsWith('condition') || /n['’]t$/.test(word)) return true;
    return demands.has(word) && !words.slice(Math.max(0, at - 3), at).some((near) => absences.has(near));
  });
}

export function say(text: string, line: number): Said {
  return { ...parseStatement(text), line };
}

export function sayNothing(reason: string, line: number): Said {
  return { word: null, reason, line };
}

export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
