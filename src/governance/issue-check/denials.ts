const negations: ReadonlySet<string> = new Set(['not', 'never', 'no', 'cannot']);
/** Words that make a statement stronger or smoother, and turn none around. */
const fillers: ReadonlySet<string> = new Set(
  'a an the must shall should will can may do does is are be it ever always'.split(' '),
);
/** What follows one of these, up to a comma, says when a statement holds: two cases do not contradict each other. */
const conditions: ReadonlySet<string> = new Set(
  'if when whenever where while unless until once given with without for whose who which that'.split(' '),
);

/** Pairs of statements that are the same words, of which one says no. Each pair of meanings comes once. */
export function findDenials(statements: readonly string[]): { affirmed: string; denied: string }[] {
  const affirmed = new Map<string, string>();
  const denied = new Map<string, string>();
  for (const statement of statements) {
    const { core, isDenied } = readStatement(statement);
    const known = isDenied ? denied : affirmed;
    if (core !== '' && !known.has(core)) known.set(core, statement);
  }
  return [...affirmed].flatMap(([core, yes]) => {
    const no = denied.get(core);
    return no === undefined ? [] : [{ affirmed: yes, denied: no }];
  });
}

/** What a statement speaks of, and whether it says that this shall not be. A double negation is none. */
function readStatement(statement: string): { core: string; isDenied: boolean } {
  const core: string[] = [];
  let isDenied = false;
  let isCondition = false;
  for (const word of wordsOf(statement)) {
    if (word === ',') isCondition = false;
    else if (conditions.has(word)) isCondition = true;
    if (negations.has(word) && !isCondition) isDenied = !isDenied;
    else if (word !== ',' && !fillers.has(word)) core.push(stem(word));
  }
  return { core: core.join(' '), isDenied };
}

/** `can't`, `won't` and `doesn't` are two words each. */
function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\b(?:ca|wo)n't\b/g, 'will not')
    .replace(/\b(\w{2,12})n't\b/g, '$1 not');
  return plain.match(/[\p{L}\p{N}]+(?:[._/-][\p{L}\p{N}]+)*|,/gu) ?? [];
}

/** `writes` after "it" is `write` after "it does not". */
function stem(word: string): string {
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
