/** A command of a script as far as it can be read without a shell. */
export interface ScriptCall {
  /** The first is the name of its program, however that is started. */
  readonly words: readonly string[];
  /** Node, its flags and the file of the program, where a script starts it so; else null. */
  readonly start: readonly [string, ...string[]] | null;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the script is nothing but this command, and nothing is run before or after it. */
  readonly isWhole: boolean;
  /** Whether it gets options that stand behind the script: npm takes those for its own that another script gives it. */
  readonly getsOptions: boolean;
}

const longestScript = 2000;
const detours = 4;
const mostCommands = 5;
/** What a shell would do something about. */
const shellSigns = /[|&;<>$`()\n\\!#]/;
/** What starts a program that is named behind it, and what may stand between. */
const starters = new Set(['cross-env', 'npx', 'bunx', '-y', '--yes', '--no-install']);
const installed = /(?:^|\/)node_modules\/(?:\.bin\/)?(jest|vitest)(?:\/|$)/;
/** Package managers run `pretest` and `posttest` by themselves. */
const around = ['pre', 'post'] as const;
const assignment = /^([A-Za-z_]\w{0,100})=(.*)$/;

/** What adds to the options of Node adds to nothing: ours has none. */
const addedOptions = /(\bNODE_OPTIONS=(?:"[^"$]*)?)\$(?:NODE_OPTIONS\b|\{NODE_OPTIONS(?::?-)?\}) ?/;

/** The commands of a script, the last few, by way of those that it calls; null for what only a shell can read. */
export function readScript(scripts: ReadonlyMap<string, string>, name: string, way = 0): (ScriptCall | null)[] {
  const script = scripts.get(name);
  if (script === undefined || script.length > longestScript || way > detours) return [null];
  const commands = script.split('&&');
  const isWhole = commands.length === 1 && around.every((when) => !scripts.has(`${when}${name}`));
  return commands.slice(-mostCommands).flatMap((command) => readCommand(scripts, command, isWhole, way));
}

function readCommand(
  scripts: ReadonlyMap<string, string>,
  command: string,
  isWhole: boolean,
  way: number,
): (ScriptCall | null)[] {
  const words = splitWords(command.replace(addedOptions, '$1'));
  if (words === null) return [null];
  const environment: Record<string, string> = {};
  const rest = [...words];
  while (rest[0] !== undefined) {
    const [, key, value = ''] = assignment.exec(rest[0]) ?? [];
    if (key !== undefined) environment[key] = value;
    else if (!starters.has(rest[0])) break;
    rest.shift();
  }
  const called = calledScript(rest);
  if (called === null || !scripts.has(called))
    return [{ ...nameProgram(rest), environment, isWhole, getsOptions: true }];
  return readScript(scripts, called, way + 1).map((inner) =>
    inner === null
      ? null
      : {
          ...inner,
          environment: { ...environment, ...inner.environment },
          isWhole: isWhole && inner.isWhole,
          getsOptions: rest[0] !== 'npm' && inner.getsOptions,
        },
  );
}

/** `node --experimental-vm-modules node_modules/jest/bin/jest.js` calls `jest`. */
function nameProgram(words: readonly string[]): Pick<ScriptCall, 'words' | 'start'> {
  const at = words[0] === 'node' ? words.findIndex((word, index) => index > 0 && !word.startsWith('-')) : 0;
  const [, name] = installed.exec(words[at] ?? '') ?? [];
  if (name === undefined) return { words, start: null };
  const [first = name, ...flags] = words.slice(0, at + 1);
  return { words: [name, ...words.slice(at + 1)], start: [first, ...flags] };
}

/** What a script builds before it tests: scripts of the package that are run or called first. */
export function buildsBefore(scripts: ReadonlyMap<string, string>, name: string): string[] {
  const commands = (scripts.get(name) ?? '').slice(0, longestScript).split('&&').slice(0, -1);
  const called = commands.map((command) => calledScript(splitWords(command) ?? []));
  return [`pre${name}`, ...called].flatMap((script) => (script !== null && scripts.has(script) ? [script] : []));
}

/** The script that `npm run x`, `pnpm x` or `yarn x` calls, without arguments. */
function calledScript([manager, ...words]: readonly string[]): string | null {
  if (manager === undefined || !/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return null;
  const rest = words.filter((word) => !/^(?:-s|--silent)$/.test(word));
  const [verb, script] = rest;
  if ((verb === 'run' || verb === 'run-script') && rest.length === 2) return script ?? null;
  return rest.length === 1 && (verb === 'test' || manager !== 'npm') ? (verb ?? null) : null;
}

/** Words of a command with plain quotes; null where a shell would read more into it. */
function splitWords(command: string): string[] | null {
  const words: string[] = [];
  for (const [word] of command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g)) {
    const parts = [...word.matchAll(/"([^"]*)"|'([^']*)'|[^"']+|["']/g)];
    if (!parts.every(isPlain)) return null;
    words.push(parts.map(([whole, double, single]) => double ?? single ?? whole).join(''));
  }
  return words;
}

function isPlain([whole, , single]: readonly (string | undefined)[]): boolean {
  return single !== undefined || (whole !== undefined && !/^["']$/.test(whole) && !shellSigns.test(whole));
}
