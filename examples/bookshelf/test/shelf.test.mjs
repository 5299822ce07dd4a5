import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBook, markRead } from '../src/shelf.mjs';

test('a new book is unread', () => {
  assert.deepEqual(addBook([], 'Dune'), [{ title: 'Dune', isRead: false }]);
});

test('a book can be marked as read', () => {
  assert.equal(markRead(addBook([], 'Dune'), 'Dune')[0].isRead, true);
});
