import { makeCheck } from './check.ts';
import { repositoryMismatches } from './repository-mismatch.ts';

export const fileBaseMismatch = makeCheck({
  id: 'FILE_BASE_MISMATCH',
  severity: 'error',
  description: 'At the recorded base commit, files to modify or delete exist and files to add do not.',
  find: (input) => repositoryMismatches(input, true),
});
