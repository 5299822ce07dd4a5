/** A reading list: pure functions over an array of books. */
export function addBook(shelf, title) {
  return [...shelf, { title, isRead: false }];
}

export function markRead(shelf, title) {
  return shelf.map((book) => (book.title === title ? { ...book, isRead: true } : book));
}
