/** One part of what a simulated design is about. */
export interface Part {
  readonly at: number;
  readonly name: string;
  readonly work: string;
  readonly promise: string;
  readonly wrong: string;
  readonly other: string;
}

/** Name; what it does; what it promises; what it refuses; how else it could be done. */
const kinds: readonly (readonly [string, string, string, string, string])[] = [
  ['reader', 'reads pages of the source', 'passes every record on exactly once', 'has no key', 'a list in memory'],
  ['parser', 'turns lines into fields', 'keeps the order of the fields', 'has an open quote', 'one large expression'],
  [
    'checker',
    'compares fields with the form',
    'names each field that is wrong',
    'lacks a field',
    'checks in the store',
  ],
  ['mapper', 'gives fields their new names', 'leaves values as they are', 'has two equal names', 'a view of the store'],
  [
    'joiner',
    'adds what is known of the owner',
    'adds one owner to each record',
    'has no owner',
    'a query for each one',
  ],
  [
    'counter',
    'counts records by their kind',
    'has a sum equal to the input',
    'is of no known kind',
    'a sum at the end',
  ],
  [
    'sorter',
    'orders records by their time',
    'keeps equal times in their order',
    'has no time',
    'an index of the store',
  ],
  [
    'cutter',
    'splits what is larger than a page',
    'loses no byte between two pages',
    'is empty',
    'pages without a bound',
  ],
  ['packer', 'puts small records together', 'makes pages of at most 500', 'is larger than a page', 'one page for all'],
  [
    'writer',
    'writes pages beside the old ones',
    'leaves a page whole or absent',
    'was written before',
    'writing in place',
  ],
  [
    'keeper',
    'moves old pages to the archive',
    'keeps each page for 90 days',
    'is younger than a day',
    'deleting at once',
  ],
  ['caller', 'tells subscribers what is new', 'calls each subscriber once a page', 'has no address', 'polling by them'],
  [
    'finder',
    'answers questions by key',
    'answers from the newest page',
    'has a key of zero length',
    'a scan of all pages',
  ],
  [
    'mender',
    'repeats what was refused once',
    'repeats a record at most 3 times',
    'was refused 3 times',
    'asking a person',
  ],
  [
    'teller',
    'writes one line for each page',
    'names the page and its count',
    'has a line break in it',
    'a line for each record',
  ],
  [
    'closer',
    'ends the flow and frees its files',
    'leaves no file open',
    'is still being written',
    'the end of the process',
  ],
];

export function makePart(at: number): Part {
  const [name, work, promise, wrong, other] = kinds[at % kinds.length] ?? ['', '', '', '', ''];
  const turn = Math.floor(at / kinds.length);
  return { at, name: turn === 0 ? name : `${name}-${turn + 1}`, work, promise, wrong, other };
}

export function renderType(part: Part): string {
  return [
    `interface ${typeName(part)}Page {`,
    `  /** At most ${500 + part.at}. */`,
    `  readonly records: readonly ${typeName(part)}Record[];`,
    '  readonly cursor: string;',
    '  readonly writtenAtMs: number;',
    '}',
  ].join('\n');
}

export function renderSignature(part: Part): string {
  const name = typeName(part);
  return [
    `/** It ${part.promise}. Throws RECORD_REFUSED for one that ${part.wrong}. */`,
    `function run${name}(page: ${name}Page, signal: AbortSignal): Promise<${name}Page>;`,
  ].join('\n');
}

function typeName({ name }: Part): string {
  return name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
