import { changeTypeOf } from '../lld/template.ts';
import type { CheckInput, Objection } from './check.ts';
import { fileDefect, findAbove } from './file-path.ts';

/** Files whose change is impossible in the tree; `isRecordedBase` selects which kind of tree is of interest. */
export function* repositoryMismatches(
  { document, repository }: CheckInput,
  isRecordedBase: boolean,
): Iterable<Objection> {
  if (repository.kind === 'none' || repository.isRecordedBase !== isRecordedBase) return;
  for (const { path, change, line } of document.files) {
    const type = changeTypeOf(change);
    if (type === null || fileDefect(path, repository) !== null) continue;
    const above = findAbove(path, repository.hasPath);
    if (above !== null && type === 'Add')
      yield { line, message: `Add: "${path}" lies below "${above}", which is no folder at ${repository.commit}` };
    const exists = repository.hasPath(path);
    if (exists !== (type === 'Add')) continue;
    const state = exists ? 'already exists' : 'does not exist';
    yield { line, message: `${type}: "${path}" ${state} at ${repository.commit}` };
  }
}
