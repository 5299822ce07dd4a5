import type { FrameworkKind } from './framework.ts';
import { listTests } from './source/list-tests.ts';

/** An existing test that claims something else than before. */
export interface RewrittenTest {
  readonly file: string;
  readonly test: string;
}

/**
 * Existing tests whose own lines are not what they were, wherever they are now; those that went are not named here. Files are
 * texts by path. Spaces at the ends of lines, and how deep a test stands, make no difference.
 */
export async function rewrittenTests(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  kind: FrameworkKind,
): Promise<RewrittenTest[]> {
  const now = new Map<string, Set<string>>();
  for (const { name, body } of await listBodies(after, kind)) {
    const bodies = now.get(name) ?? new Set();
    now.set(name, bodies.add(body));
  }
  const old = await listBodies(before, kind);
  return old
    .filter(({ name, body }) => now.get(name)?.has(body) === false)
    .map(({ file, name }) => ({ file, test: name }));
}

async function listBodies(files: ReadonlyMap<string, string>, kind: FrameworkKind) {
  return (await listTests(files, kind)).map(({ file, name, line, endLine }) => {
    const lines = (files.get(file) ?? '').split('\n').slice(line - 1, endLine);
    return { file, name, body: lines.map((row) => row.trim()).join('\n') };
  });
}
