import { findStubs } from '../../../frameworks/stubs/find-stubs.ts';
import type { GateResult } from '../evidence.ts';
import { count, type JudgedChange, listSources } from './judged-change.ts';
import { makeResult } from './make-result.ts';

/** No code in new lines is left for later. */
export async function judgeStubs(change: JudgedChange): Promise<GateResult> {
  const sources = listSources(change);
  const failed = (await findStubs(sources)).map(
    ({ path, line, name, kind, text }) =>
      `${path}:${line}: ${kind}${name === null ? '' : ` in ${name}`}: ${text.trim()}`,
  );
  const summary = `${count(failed.length, 'stub')} in the new lines of ${count(sources.length, 'file')}`;
  return makeResult('stubs', summary, { failed });
}
