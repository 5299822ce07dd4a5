import type { IncomingMessage } from 'node:http';

const largestBody = 64 * 1024 * 1024;

/** Null: more than any provider would take. What is too much is read all the same, so that the caller hears of it. */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= largestBody) chunks.push(chunk);
  }
  return length > largestBody ? null : Buffer.concat(chunks).toString('utf8');
}
