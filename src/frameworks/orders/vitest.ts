import { escapePattern } from '../text.ts';
import { asOperand } from './operand.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

export function vitestOptions({ files, names, reportFile, coverageFile }: OptionsAsked): FrameworkOptions {
  // A config that stops at the first failure would leave out the others without a word.
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--bail=0'];
  // Unasked, a config that collects it would write it to the repository, and fail by what it demands.
  if (coverageFile === null) options.push('--coverage.enabled=false');
  else {
    options.push(
      '--coverage.enabled',
      '--coverage.reporter=lcovonly',
      // Also of a run that is red.
      '--coverage.reportOnFailure',
      `--coverage.reportsDirectory=${folderFor(coverageFile)}`,
      // What the repository demands of its whole would end a run whose tests all pass.
      ...['lines', 'functions', 'branches', 'statements'].map((what) => `--coverage.thresholds.${what}=0`),
      // And would be written anew where it is met.
      ...['100', 'autoUpdate'].map((what) => `--coverage.thresholds.${what}=false`),
    );
  }
  if (names !== null) options.push(`--testNamePattern=${names.map(escapePattern).join('|')}`);
  const coverage = coverageFile === null ? null : `${folderFor(coverageFile)}/lcov.info`;
  return { options, operands: (files ?? []).map(asOperand), environment: {}, coverageFile: coverage };
}

/** Its folder is emptied by the coverage provider: it gets one of its own. */
function folderFor(coverageFile: string): string {
  return `${coverageFile.slice(0, coverageFile.lastIndexOf('/'))}/coverage`;
}
