import { escapePattern } from '../text.ts';
import { nodeReporter } from './node-reporter.ts';
import { asPattern } from './operand.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

/** Two reporters, for people and for us; a third writes the coverage. */
export function nodeOptions({ files, names, reportFile, coverageFile }: OptionsAsked): FrameworkOptions {
  const reporters = [
    ['spec', 'stdout'],
    [nodeReporter, reportFile],
    ...(coverageFile === null ? [] : [['lcov', coverageFile]]),
  ];
  const options = reporters.flatMap(([reporter = '', destination = '']) => [
    `--test-reporter=${reporter}`,
    `--test-reporter-destination=${destination}`,
  ]);
  if (coverageFile !== null) options.push('--experimental-test-coverage');
  options.push(...(names ?? []).map((name) => `--test-name-pattern=${escapePattern(name)}`));
  return { options, operands: (files ?? []).map(asPattern), environment: {}, coverageFile };
}
