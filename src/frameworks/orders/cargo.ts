import type { FrameworkOptions, OptionsAsked } from './options.ts';

/** All but documentation: where the name of a file does not tell its target. */
export const allTargets = '--tests';

/** Files select their targets by name; `operands` are those of the runner, which may say that their names tell nothing. */
export function cargoOptions({ files, names }: OptionsAsked, operands: readonly string[]): FrameworkOptions {
  const targets = operands.includes(allTargets) ? [] : targetsOf(files ?? []);
  const filters = (names ?? []).map((name) => name.replaceAll(' > ', '::'));
  const selected = filters.length === 0 ? [] : ['--', '--exact', ...filters];
  const isPart = files !== null || names !== null;
  return {
    options: ['--no-fail-fast'],
    operands: [...(isPart ? operands : []), ...targets, ...selected],
    environment: {},
    coverageFile: null,
  };
}

/** What lies deeper below `tests/`, and sources with tests of their own, may be part of any target. */
function targetsOf(files: readonly string[]): string[] {
  const targets = files.map((path) => /^(?:.*\/)?(?<!src\/)tests\/([\w-]+)(?:\/main)?\.rs$/.exec(path)?.[1]);
  if (targets.includes(undefined)) return [allTargets];
  return [...new Set(targets.map((name) => `--test=${name}`))];
}
