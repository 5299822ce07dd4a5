import assert from 'node:assert/strict';
import { explainFailure, type FailureCode } from '../../../src/model/failure.ts';

/** For `assert.rejects`: how a task ended, and what it said. */
export function failsWith(code: FailureCode, pattern: RegExp) {
  return (error: unknown) => {
    const failure = explainFailure(error);
    assert.equal(failure.code, code, failure.message);
    assert.match(failure.message, pattern);
    return true;
  };
}
