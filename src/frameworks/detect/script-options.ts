/** What a script says behind the name of its framework, as far as it is not our business. */
export interface ScriptWords {
  readonly options: readonly string[];
  readonly operands: readonly string[];
}

const ourValues = [
  'changedSince',
  ...['test-reporter', 'test-reporter-destination', 'reporters?', 'outputFile', 'test-name-pattern'],
  ...['test-coverage-(?:lines|branches|functions)', 'coverage(?:Reporters|Directory|Threshold)'],
  'coverage\\.(?:reporter|reportsDirectory|thresholds\\.(?:lines|branches|functions|statements))',
];
const ourSwitches = [
  ...['onlyChanged', 'changed', 'lastCommit', 'changedFilesWithAncestor', 'onlyFailures'],
  ...['watch', 'watchAll', 'json', 'ui', 'bail', 'test-only', 'silent', 'verbose', 'experimental-test-coverage'],
  'coverage(?:\\.(?:enabled|reportOnFailure|clean|cleanOnRerun|skipFull|thresholds\\.(?:100|autoUpdate|perFile)))?',
];
/** Options that say what is reported, demanded, watched or selected: that is our business here. */
const ourOption = makePattern([...ourSwitches, ...ourValues], '(?:=.*)?');
const ourShort = /^-[of]$/;
const ourValued = makePattern(ourValues);
const ourSwitch = makePattern(ourSwitches);
/** Of those, what a framework takes only once; jest takes the last `--bail`. */
const ourSingle = /^--coverage(?:Directory|Threshold|\.(?:enabled|reportsDirectory|thresholds))/;

const valued = makePattern([
  ...['import', 'require', 'loader', 'experimental-loader', 'conditions', 'env-file'],
  ...['test-concurrency', 'test-timeout', 'environment', 'env', 'mode', 'preset'],
  ...['config', 'root', 'roots', 'rootDir', 'dir', 'projects?', 'workspace'],
  ...['pool', 'shard', 'exclude', 'retry', 'seed', 'runner', 'transform', 'resolver', 'filter', 'globals', 'diff'],
  ...['(?:max|min)Workers', 'maxConcurrency', 'workerIdleMemoryLimit', '(?:test|hook|teardown)Timeout'],
  ...['(?:select|ignore)Projects', 'test(?:Match|Regex|Environment|Runner|Sequencer|NamePattern)'],
  ...['testPath(?:Ignore)?Patterns?', 'moduleNameMapper', 'cacheDirectory', 'collectCoverageFrom', 'coverageProvider'],
  ...['globalSetup', 'globalTeardown', 'setupFiles(?:AfterEnv)?', 'coverage\\.(?:provider|include|exclude|extension)'],
]);
const shortValued = /^-[rCcwt]$/;
/** Those to which jest takes whatever follows, up to the next option. */
const listed = makePattern(
  [
    ...[
      'reporters',
      'projects',
      '(?:select|ignore)Projects',
      'roots',
      'setupFiles(?:AfterEnv)?',
      'snapshotSerializers',
    ],
    ...['test(?:Match|Regex)', 'testPath(?:Ignore)?Patterns?', 'coverageReporters', 'collectCoverageFrom'],
    ...['module(?:Directories|FileExtensions|Paths)', '(?:coverage|module|watch)PathIgnorePatterns'],
    ...['transformIgnorePatterns', 'unmockedModulePathPatterns'],
  ],
  '(?:=.*)?',
);
const switchValue = /^(?:true|false|\d+)$/;

/** `fixed`: words that belong to the name. */
export function splitOptions(words: readonly string[], fixed: readonly string[]): ScriptWords {
  const options: string[] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const values = words.slice(at + 1, at + 1 + countValues(words, at, fixed));
    at += 1 + values.length;
    if (fixed.includes(word) || ourOption.test(word) || (fixed[0] === 'jest' && ourShort.test(word))) continue;
    if (word.startsWith('-')) options.push(word, ...values);
    else operands.push(word);
  }
  return { options, operands };
}

/** How many of the words behind an option are its values. */
function countValues(words: readonly string[], at: number, [name]: readonly string[]): number {
  const word = words[at] ?? '';
  if (name !== 'jest' || !listed.test(word)) return isFollowed(word, words[at + 1] ?? '') ? 1 : 0;
  const end = words.findIndex((each, place) => place > at && each.startsWith('-'));
  return (end === -1 ? words.length : end) - at - 1;
}

/** Whether it would be an error to give these words options for a report, too. */
export function hasSingle(words: readonly string[]): boolean {
  return words.some((word) => ourSingle.test(word) || (words[0] === 'vitest' && /^--bail\b/.test(word)));
}

/** By a value of its own. */
function isFollowed(word: string, next: string): boolean {
  if (ourSwitch.test(word)) return switchValue.test(next);
  return ourValued.test(word) || valued.test(word) || shortValued.test(word);
}

function makePattern(names: readonly string[], behind = ''): RegExp {
  return new RegExp(`^--(?:${names.join('|')})${behind}$`);
}
