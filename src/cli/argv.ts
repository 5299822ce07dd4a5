import { AgentOsError } from '../model/errors.ts';

/**
 * Two flags are friendlier than the parser knows: `--ids 137 142` takes all following words,
 * and `--parallel` may stand without a number. This spells both out.
 */
export function normaliseArgv(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return [...words, ...argv.slice(at)];
    if (word === '--ids' || word.startsWith('--ids=')) {
      const ids = takeWords(argv, at + 1);
      at += ids.length;
      words.push(...spellIds(word, ids));
    } else if (word === '--parallel' || word.startsWith('--parallel=')) {
      const [spelled, taken] = spellParallel(word, argv[at + 1]);
      at += taken;
      words.push(spelled);
    } else {
      if (/^--[\w-]+=$/.test(word)) throw new AgentOsError('USAGE', `${word} needs a value`);
      words.push(word);
    }
  }
  return words;
}

/** `help lint` is `lint --help`. */
export function spellHelp(argv: readonly string[]): readonly string[] {
  const [first, command] = argv;
  return first === 'help' && command !== undefined ? [command, '--help'] : argv;
}

function takeWords(argv: readonly string[], from: number): string[] {
  const rest = argv.slice(from);
  const end = rest.findIndex((word) => word.startsWith('-'));
  return end === -1 ? rest : rest.slice(0, end);
}

function spellIds(word: string, following: readonly string[]): string[] {
  const ids = word.startsWith('--ids=') ? [word.slice('--ids='.length), ...following] : following;
  if (ids.length === 0 || ids.includes(''))
    throw new AgentOsError('USAGE', '--ids needs at least one id, such as `--ids 137 142`');
  return ids.map((id) => `--ids=${id}`);
}

/** A word after `--parallel` is its value, also a negative number: better refused than taken for something else. */
function spellParallel(word: string, next: string | undefined): [spelled: string, taken: 0 | 1] {
  const isInline = word.includes('=');
  const isBare = !isInline && (next === undefined || (next.startsWith('-') && !/^-\.?\d/.test(next)));
  if (isBare) return ['--parallel', 0];
  const value = isInline ? word.slice('--parallel='.length) : (next ?? '');
  if (value === '')
    throw new AgentOsError('SETTING_INVALID', '--parallel must be a whole number of at least 1, not ""');
  return [`--parallel=${value}`, isInline ? 0 : 1];
}
