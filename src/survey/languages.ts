export type Language = 'ecmascript' | 'python' | 'markup' | PlainLanguage;

/** Languages that are outlined line by line. */
export type PlainLanguage =
  | 'c'
  | 'csharp'
  | 'go'
  | 'java'
  | 'php'
  | 'ruby'
  | 'rust'
  | 'schema'
  | 'shell'
  | 'sql'
  | 'swift';

const endings: readonly (readonly [Language, string])[] = [
  ['ecmascript', 'ts tsx mts cts js jsx mjs cjs'],
  ['python', 'py pyi'],
  ['markup', 'vue svelte astro'],
  ['c', 'c h cc cpp cxx hh hpp hxx'],
  ['csharp', 'cs'],
  ['go', 'go'],
  ['java', 'java kt kts scala groovy'],
  ['php', 'php'],
  ['ruby', 'rb rake'],
  ['rust', 'rs'],
  ['schema', 'proto graphql gql thrift prisma'],
  ['shell', 'sh bash zsh'],
  ['sql', 'sql'],
  ['swift', 'swift dart'],
];

const byEnding = new Map(
  endings.flatMap(([language, words]) => words.split(' ').map((word): [string, Language] => [word, language])),
);

/** The language that a file's name promises; null for everything that has no signatures. */
export function languageOf(path: string): Language | null {
  return byEnding.get(endingOf(path)) ?? null;
}

/** What follows the last dot of the name, in lower case; empty without one. */
export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dotAt = name.lastIndexOf('.');
  return dotAt < 1 ? '' : name.slice(dotAt + 1).toLowerCase();
}
