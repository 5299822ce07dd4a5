import { escapePattern } from '../text.ts';
import { asOperand } from './operand.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

export function vitestOptions({ files, names, reportFile, coverageFile }: OptionsAsked): FrameworkOptions {
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  if (coverageFile !== null) {
    options.push(
      '--coverage.enabled',
      '--coverage.reporter=lcovonly',
      // Also of a run that is red.
      '--coverage.reportOnFailure',
      `--coverage.reportsDirectory=${folderFor(coverageFile)}`,
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
