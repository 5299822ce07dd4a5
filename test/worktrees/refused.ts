import assert from 'node:assert/strict';

/** For `assert.rejects`: an error with this code, whose message says this as well. */
export function refused(code: string, says = /./): (error: unknown) => true {
  return (error) => {
    assert.equal(error instanceof Error && 'code' in error ? error.code : error, code);
    assert.match(String(error), says);
    return true;
  };
}
