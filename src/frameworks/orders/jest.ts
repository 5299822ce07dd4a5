import { escapePattern } from '../text.ts';
import { asOperand } from './operand.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

export function jestOptions({ files, names, reportFile, coverageFile }: OptionsAsked): FrameworkOptions {
  // A config that stops at the first failure would keep it from writing any report.
  const options = ['--json', `--outputFile=${reportFile}`, '--ci', '--bail=0'];
  const folder = coverageFile === null ? null : coverageFile.slice(0, coverageFile.lastIndexOf('/'));
  // What the repository demands of its whole would end a run whose tests all pass.
  const measured = ['--coverage', '--coverageReporters=lcovonly', '--coverageThreshold={}'];
  // Unasked, a config that collects it would write it to the repository, and fail by what it demands.
  options.push(...(folder === null ? ['--coverage=false'] : [...measured, `--coverageDirectory=${folder}`]));
  if (names !== null) options.push(`--testNamePattern=${names.map(escapePattern).join('|')}`);
  // Its operands are patterns otherwise.
  const operands = files === null ? [] : ['--runTestsByPath', ...files.map(asOperand)];
  return { options, operands, environment: {}, coverageFile };
}
