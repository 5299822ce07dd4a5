import { readFileSync, writeFileSync } from 'node:fs';
import { addBook, markRead } from './shelf.mjs';

const [command, title] = process.argv.slice(2);
const shelf = JSON.parse(readFileSync('shelf.json', 'utf8'));
const next = command === 'read' ? markRead(shelf, title) : addBook(shelf, title);
writeFileSync('shelf.json', JSON.stringify(next, null, 2));
