import { asOperand } from './operand.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

export function pytestOptions({ files, names, reportFile, coverageFile }: OptionsAsked): FrameworkOptions {
  const options = [
    '-p',
    'no:cacheprovider',
    '--color=no',
    // A file that cannot be collected must not hide the others.
    '--continue-on-collection-errors',
    // Nor one that fails the tests behind it.
    '--maxfail=0',
    `--junitxml=${reportFile}`,
    // The older family tells the files.
    '-o',
    'junit_family=xunit1',
  ];
  // What the repository demands of its whole would end a run whose tests all pass.
  if (coverageFile !== null) options.push('--cov=.', `--cov-report=lcov:${coverageFile}`, '--cov-fail-under=0');
  const words = (names ?? []).map((name) => name.replace(/\[.*$/s, '')).filter((name) => /^\w+$/.test(name));
  if (words.length > 0) options.push('-k', words.join(' or '));
  const environment = coverageFile === null ? {} : { COVERAGE_FILE: `${coverageFile}.data` };
  return { options, operands: (files ?? []).map(asOperand), environment, coverageFile };
}
