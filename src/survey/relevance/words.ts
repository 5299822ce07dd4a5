/** Words of every issue, which say nothing about which files are meant. */
const commonWords = new Set(
  (
    'tsx jsx mjs cjs mts cts json yaml yml toml html css src lib libs app apps docs doc packages index main utils helpers about above acceptance across actual added adding adds after again against allow allows already also always another anything ' +
    'application because become been before behavior behaviour being below between both breaking bugs called calls cannot case cases ' +
    'change changed changes code could criteria current currently default description detail details does doesn done each either ' +
    'ensure error every everything example exist existing exists expected feature file files first fixed fixes following from full ' +
    'function given goal have having here high however implement implementation instead into issue item just keep known least less ' +
    'like line lines list make makes many maybe mode more most much must name need needed needs never none note nothing once only ' +
    'other output over part path please possible problem project proposed provide reason related release repository request require ' +
    'required requirement requirements result return returned returns right run running same scope second section should show shown ' +
    'shows similar since some something still story such support sure system take task test tests text than that their them then there ' +
    'these they thing this those through title todo true type under unless until update updated usage used user users uses using value ' +
    'values version very want wants well were what when where whether which while will with within without work works would write ' +
    'written wrong your'
  ).split(' '),
);

const shortest = 3;
const longest = 60;

/** Every name that a text uses, once, in the order of their first uses. */
export function identifiersOf(text: string): Set<string> {
  return new Set(text.match(/[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g) ?? []);
}

/** `parseHTTPReply_v2` and `parse-http-reply` are the same words: parse, http, reply, v2. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** One form for a word and its plural or participle, as far as letters can tell; null for words that say nothing. */
export function stemOf(word: string): string | null {
  if (word.length < shortest || word.length > longest || commonWords.has(word) || /^\d+$/.test(word)) return null;
  const stem = word
    .replace(/(?<=[^s]s|x|ch|sh)es$|(?<=[^s])s$/, '')
    .replace(/(?<=\p{L}{4})(ing|ed)$/u, '')
    .replace(/ie$|y$/, 'i')
    .replace(/(?<=\p{L}{3})e$/u, '');
  return stem.length < shortest ? word : stem;
}

export function stemsOf(name: string): string[] {
  return splitWords(name).flatMap((word) => stemOf(word) ?? []);
}
