import type { Framework } from '../framework.ts';
import type { CoveredLines } from './covered-lines.ts';
import { readCoverprofile } from './coverprofile.ts';
import { readLcov } from './lcov.ts';

/** What a report says, in the form that the framework writes. */
export function readCoverage({ coverage, moduleName, folder }: Framework, report: string, root: string): CoveredLines {
  return coverage === 'coverprofile'
    ? readCoverprofile(report, moduleName ?? '', folder)
    : readLcov(report, root, folder);
}
