import { makeCheck } from './check.ts';
import { repositoryMismatches } from './repository-mismatch.ts';

export const fileHeadMismatch = makeCheck({
  id: 'FILE_HEAD_MISMATCH',
  severity: 'warning',
  description: 'Without a recorded base: at HEAD, files to modify or delete exist and files to add do not.',
  find: (input) => repositoryMismatches(input, false),
});
