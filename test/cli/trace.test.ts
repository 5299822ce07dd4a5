import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Entry, readJournals } from '../faults/journals.ts';
import { start } from '../faults/processes.ts';
import { approved, hangsInReview, readLines, ScriptedWorkspace } from '../scripted-workspace.ts';
import { projectDir, Workspace } from '../workspace.ts';

/** Every program that an executor starts finds its place in the trace. */
const executor = `import { execFileSync } from 'node:child_process';
export default () => JSON.parse(execFileSync(process.execPath, ['-p', 'JSON.stringify(process.env)'], { encoding: 'utf8' }));
`;
const main = `import { executeTasksParallel } from '${pathToFileURL(`${projectDir}/dist/index.js`)}';
const tasks = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const config = { parallel: 2, baseDir: 'state' };
const results = await executeTasksParallel(tasks, config, new URL('./executor.mjs', import.meta.url));
console.log(JSON.stringify(Object.fromEntries([...results].map(([id, { value }]) => [id, value]))));
`;

test('a child of a worker knows the trace of the batch and the span of its attempt', async () => {
  using workspace = new Workspace().write({ 'executor.mjs': executor, 'main.mjs': main });
  const { code, stdout, stderr } = await start([process.execPath, 'main.mjs'], { cwd: workspace.dir }).ended;
  assert.equal(code, 0, stderr);
  const seen: Record<string, Record<string, string>> = JSON.parse(stdout);
  const entries = readState(workspace.path('state'));
  const [traceId, ...others] = new Set(entries.map((entry) => entry.traceId));
  assert.deepEqual(others, []);
  for (const [id, environment] of Object.entries(seen)) {
    const spanId = entries.find(({ kind, task }) => kind === 'task-started' && task === id)?.spanId;
    assert.match(String(spanId), /^[0-9a-f]{16}$/);
    assert.equal(environment['TRACEPARENT'], `00-${traceId}-${spanId}-01`);
    assert.equal(environment['TRACER_RUN_ID'], traceId);
    assert.equal(environment['TRACER_PARENT_SPAN_ID'], spanId);
    assert.equal(environment['TRACER_PROJECT'], 'agentos');
  }
  assert.equal(new Set(Object.values(seen).map((environment) => environment['TRACEPARENT'])).size, 3);
});

test('a batch that is gone on with stays one trace; each attempt is a span of its own', async () => {
  using workspace = new ScriptedWorkspace([1, 2], { 2: hangsInReview, '*': approved });
  await workspace.killAt(['2 review 1 1']);
  const [before] = workspace.journal();
  assert.equal((await workspace.run('resume')).code, 0);
  const journal = workspace.journal();
  assert.deepEqual(new Set(journal.map(({ traceId }) => traceId)), new Set([before?.traceId]));
  const attempts = journal.flatMap((entry) => (entry.kind === 'task-started' ? [entry.spanId] : []));
  assert.equal(new Set(attempts).size, 3);
  const spans = journal.flatMap((entry) => ('task' in entry ? [entry.spanId] : []));
  assert.deepEqual(new Set(spans), new Set(attempts));
  assert.deepEqual(readJournals(workspace.dir).length, 1);
});

function readState(dir: string): (Entry & { readonly spanId: string })[] {
  const [batch = ''] = readdirSync(`${dir}/batches`);
  return readLines(`${dir}/batches/${batch}/journal.ndjson`).map((line) => JSON.parse(line));
}
