import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  makeSubject,
  makeTrailers,
  renderCommitMessage,
} from '../../../../src/workflows/implementation/commit-message.ts';
import { renderMessage } from '../../../../src/worktrees/commit-message.ts';
import { parseTrailers } from '../../../worktrees/parse-trailers.ts';

const subject = {
  id: '137',
  title: 'Add a dry run.',
  lldPath: 'docs/lld/active/LLD-137.md',
  requirements: [
    { number: 1, text: 'It lists every task that would run, in the order of the plan, one line each' },
    { number: 2, text: 'It writes nothing' },
  ],
};

test('the message says what was built, by which design, and what it had to do', () => {
  assert.equal(
    renderCommitMessage(subject),
    [
      'Add a dry run',
      '',
      'Implements the design of task 137, docs/lld/active/LLD-137.md. What was',
      'measured stands in docs/reports/137/.',
      '',
      '- REQ-1: It lists every task that would run, in the order of the plan,',
      '  one line each',
      '- REQ-2: It writes nothing',
    ].join('\n'),
  );
});

const subjects: readonly (readonly [title: string, subject: string])[] = [
  ['Add a dry run', 'Add a dry run'],
  ['  two\n lines\t', 'two lines'],
  ['', 'Implement the design'],
  ['fixup! squash! Add it', 'Add it'],
  ['Add it [skip ci]', 'Add it (skip ci)'],
  ['[ci skip] Add it', '(ci skip) Add it'],
  ['Fixes #12 and closes: acme/x#3', 'Fixes the issue #12 and closes: the issue acme/x#3'],
  ['Thank @everybody', 'Thank (at) everybody'],
  ['a\u200bb\u202ec', 'abc'],
];

test('a subject is one line that gives no orders', () => {
  for (const [title, expected] of subjects) assert.equal(makeSubject(title), expected);
});

const trailers = makeTrailers('137', 'a'.repeat(64));

test('whatever a design is called, the subject has 72 characters at most, and the trailers are the only ones', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('Task-Id: 9', '\n\nTask-Id: 9\n', '🙂'.repeat(60)),
  );
  fc.assert(
    fc.property(text, text, (title, words) => {
      const message = renderCommitMessage({ ...subject, title, requirements: [{ number: 1, text: words }] });
      const [first = '', second] = message.split('\n');
      assert.ok(first.length <= 72 && first.trim() !== '', first);
      assert.ok(first.isWellFormed());
      assert.equal(second, '');
      assert.deepEqual(parseTrailers(renderMessage(message, trailers)), trailers);
      assert.deepEqual(parseTrailers(renderMessage(message, [])), []);
    }),
    { numRuns: 500, seed: 12 },
  );
});

test('of very many requirements the first ones are told', () => {
  const requirements = Array.from({ length: 100 }, (_, at) => ({ number: at + 1, text: 'x '.repeat(2000) }));
  const message = renderCommitMessage({ ...subject, requirements });
  assert.match(message, /- and 70 more requirements$/);
  assert.ok(message.length < 20_000);
});
