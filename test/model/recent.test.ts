import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Recent } from '../../src/model/recent.ts';

test('what was worked out is not worked out again while there is room for its text', () => {
  const recent = new Recent<string>(10);
  const worked: string[] = [];
  const shout = (text: string) => {
    worked.push(text);
    return text.toUpperCase();
  };
  for (const text of ['abcd', 'efgh', 'abcd', 'ijkl', 'efgh', 'abcd']) {
    assert.equal(recent.get(text, shout), text.toUpperCase());
  }
  assert.deepEqual(worked, ['abcd', 'efgh', 'ijkl', 'abcd']);
});

test('a text that is larger than all the room pushes nothing out', () => {
  const recent = new Recent<number>(4);
  let times = 0;
  const count = () => {
    times += 1;
    return times;
  };
  assert.equal(recent.get('ab', count), 1);
  assert.equal(recent.get('abcdef', count), 2);
  assert.equal(recent.get('abcdef', count), 3);
  assert.equal(recent.get('ab', count), 1);
});
