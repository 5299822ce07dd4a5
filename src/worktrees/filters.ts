/** By their settings: the commands that git is to run instead of what a config says. */
export type PinnedFilters = Readonly<Record<string, string>>;

const filterCommand = /^filter\..+\.(clean|smudge|process)$/s;
/** Found in PATH, and made to be run in any worktree. */
const largeStorage = /^git[ -]lfs /;

/**
 * Git runs filters where it works, and their programs often lie in the repository: in a worktree those are an agent's, and
 * git is not confined. So they are run in the user's own checkout, with the same input and the same variables.
 */
export function pinFilters(settings: ReadonlyMap<string, string>, repoDir: string): PinnedFilters {
  const filters = [...settings].filter(([key, command]) => filterCommand.test(key) && command !== '');
  return Object.fromEntries(
    filters
      .filter(([, command]) => !largeStorage.test(command))
      .map(([key, command]) => [key, `cd ${quote(repoDir, key)} || exit; ${command}`]),
  );
}

/** Where a file can be named in a command, a percent sign is written twice. */
function quote(path: string, key: string): string {
  const quoted = `'${path.replaceAll("'", "'\\''")}'`;
  return key.endsWith('.process') ? quoted : quoted.replaceAll('%', '%%');
}

/** How git is told. */
export function renderFilters(filters: PinnedFilters): Readonly<Record<string, string>> {
  const entries = Object.entries(filters);
  if (entries.length === 0) return {};
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(entries.length)],
    ...entries.flatMap(([key, command], at) => [
      [`GIT_CONFIG_KEY_${at}`, key],
      [`GIT_CONFIG_VALUE_${at}`, command],
    ]),
  ]);
}
