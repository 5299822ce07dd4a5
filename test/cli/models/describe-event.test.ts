import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEvent } from '../../../src/cli/models/describe-event.ts';

const places = { ofCredential: (name: string) => `KEY_OF_${name}`, ofScope: (scope: string) => `KEYS_OF_${scope}` };

test('who has to do something about a key is told where it is, and how to try it', () => {
  const refused = {
    kind: 'credential-disabled',
    credential: 'a',
    reason: 'the provider refuses it (HTTP 401)',
  } as const;
  assert.equal(
    describeEvent(refused, places),
    'credential a is not used any more: the provider refuses it (HTTP 401); its key is from KEY_OF_a, see `agentos credentials --check`',
  );
  const spent = { kind: 'scope-exhausted', scope: 's', model: null, untilAt: null, reason: 'no money' } as const;
  assert.equal(
    describeEvent(spent, places),
    'scope s is exhausted for good: no money; its key is from KEYS_OF_s, see `agentos credentials --check`',
  );
});

test('what only takes time needs nobody', () => {
  const untilAt = Date.UTC(2026, 0, 2);
  const today = { kind: 'scope-exhausted', scope: 's', model: 'm', untilAt, reason: 'enough' } as const;
  assert.equal(describeEvent(today, places), 'scope s for m is exhausted until 2026-01-02T00:00:00Z: enough');
});
