import { relative, resolve } from 'node:path';
import { isInside } from '../model/paths.ts';
import { clampParallel, type Options } from './options.ts';
import { resolveSettings } from './resolver.ts';

/** A batch's own settings, as its journal has them. */
export interface Recorded {
  readonly settings: Readonly<Record<string, string | number | null>>;
  /** Where the repository was then. */
  readonly repoDir: string;
  readonly roots: readonly string[];
}

/** What may change when a batch goes on: how many tasks at once, and how long things may take or cost. */
const changeable: ReadonlySet<string> = new Set([
  'parallel',
  'task-timeout',
  'batch-timeout',
  'max-wait',
  'budget',
  'task-budget',
]);

/** The settings of an earlier batch, with what the flags of today may change. The state is where it was found. */
export function restoreOptions(
  current: Options,
  recorded: Recorded,
  flags: ReadonlyMap<string, string>,
  cwd: string,
): Options & { readonly roots: readonly string[] } {
  const move = <T>(value: T) => (typeof value === 'string' ? rebase(value, recorded.repoDir, current.repoDir) : value);
  const plain = { cwd, repoDir: current.repoDir, environment: {}, file: null };
  const defaults = new Map<string, unknown>(Object.entries(resolveSettings({ ...plain, flags: new Map() }).values));
  const moved = Object.entries(recorded.settings).map(([key, value]) => [key, move(value)] as const);
  const { values, origins } = resolveSettings({
    ...plain,
    flags: new Map([...flags].filter(([name]) => changeable.has(name))),
    file: {
      path: resolve(current.repoDir, 'journal'),
      data: Object.fromEntries(moved.filter(([key, value]) => value !== null && defaults.get(key) !== value)),
      lineOf: () => 1,
    },
  });
  const { settings, warnings } = clampParallel({ ...values, baseDir: current.settings.baseDir });
  const roots = recorded.roots.map(move);
  return { ...current, settings, origins, warnings, requestedParallel: values.parallel, roots };
}

/** A repository that has moved takes its paths along. */
function rebase(path: string, from: string, to: string): string {
  return path.startsWith('/') && isInside(from, path) ? resolve(to, relative(from, path)) : path;
}
