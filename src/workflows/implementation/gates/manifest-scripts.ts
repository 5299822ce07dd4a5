/** Scripts of a package.json that run without being asked for, and the one that says whether tests pass. */
const lifecycle =
  /^(?:(?:pre|post)?(?:install|prepare|prepublish|prepublishOnly|pack|publish|version|uninstall)|dependencies|prepack|preprepare|(?:pre|post)?test)$/;
/** Other parts that make something run, or let it, or decide which tests run and what counts. */
const parts = [
  ...['jest', 'vitest', 'mocha', 'ava', 'tap', 'nyc', 'c8'],
  'husky',
  'simple-git-hooks',
  'pre-commit',
  'lint-staged',
  'trustedDependencies',
  'gypfile',
  'packageManager',
];

/** What of a package.json acts by itself and differs, by its name; `unreadable` if it is none any more. */
export function listChangedScripts(before: string | null, after: string | null): string[] {
  if (after === null) return [];
  const [old, now] = [parse(before), parse(after)];
  if (now === null) return ['unreadable'];
  const [oldScripts, scripts] = [recordOf(old, 'scripts'), recordOf(now, 'scripts')];
  const names = new Set([...listActing(oldScripts), ...listActing(scripts)]);
  const changedScripts = [...names].filter((name) => differs(oldScripts[name], scripts[name]));
  const changedParts = parts.filter((name) => differs(old?.[name], now[name]));
  const builds = ['onlyBuiltDependencies', 'neverBuiltDependencies'];
  const changedBuilds = builds.filter((name) => differs(recordOf(old, 'pnpm')[name], recordOf(now, 'pnpm')[name]));
  return [...changedScripts, ...changedParts, ...changedBuilds];
}

/** Those that run by themselves or are the tests, and all that they name: `npm run x` is as good as what x says. */
function listActing(scripts: Data): Set<string> {
  const names = Object.keys(scripts);
  const acting = new Set(names.filter((name) => lifecycle.test(name)));
  // What is added while it is walked is walked as well.
  for (const name of acting) {
    const words = new Set(String(scripts[name]).split(/[\s'"&|;()]+/));
    for (const other of names) {
      if (words.has(other)) for (const called of [`pre${other}`, other, `post${other}`]) acting.add(called);
    }
  }
  return acting;
}

type Data = Readonly<Record<string, unknown>>;

function parse(text: string | null): Data | null {
  if (text === null) return null;
  try {
    return toData(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return null;
  }
}

function toData(value: unknown): Data | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;
}

function recordOf(data: Data | null, name: string): Data {
  return toData(data?.[name]) ?? {};
}

function differs(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}
