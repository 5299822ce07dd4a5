import type { FrameworkOptions, OptionsAsked } from './options.ts';

/** Files select their targets: those of `tests/` by name, others the library and the programs. */
export function cargoOptions({ files, names }: OptionsAsked, suiteOperands: readonly string[]): FrameworkOptions {
  const targets = new Set((files ?? []).flatMap(targetOf));
  const filters = (names ?? []).map((name) => name.replaceAll(' > ', '::'));
  const operands = [
    ...(files === null && names !== null ? suiteOperands : []),
    ...targets,
    ...(filters.length === 0 ? [] : ['--', '--exact', ...filters]),
  ];
  return { options: ['--no-fail-fast'], operands, environment: {}, coverageFile: null };
}

function targetOf(path: string): string[] {
  const [, name] = /(?:^|\/)tests\/([\w-]+)(?:\.rs$|\/)/.exec(path) ?? [];
  return name === undefined ? ['--lib', '--bins'] : [`--test=${name}`];
}
