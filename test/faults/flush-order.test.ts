import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { startByShell } from './processes.ts';
import { makeRepository, requirements } from './scripts.ts';
import { descriptorIn, parseTrace, quotedIn, type TracedCall } from './traced-calls.ts';

const traced = 'write,fsync,fdatasync,link,linkat,rename,renameat,renameat2';

testWith(
  'strace',
  'A12: every file is flushed before it gets its name, and its folder before anybody hears of it',
  async () => {
    using tools = new Workspace();
    using workspace = makeRepository(2, {});
    const trace = tools.path('trace');
    const script = `exec strace -f -y -qq -s 1000000 -e trace=${traced} -o '${trace}' "$@"`;
    const { code, stderr } = await startByShell(script, requirements(2), { cwd: workspace.dir }).ended;
    assert.equal(code, 0, stderr);
    const calls = parseTrace(readFileSync(trace, 'utf8'));
    const named = calls.filter(
      (call) => /^(link|rename)/.test(call.name) && quotedIn(call).at(-1)?.startsWith(workspace.dir),
    );
    assert.ok(named.length >= 14, `only ${named.length} files got their names`);
    for (const call of named) checkNaming(call, calls, workspace.dir);
    assert.ok(calls.some((call) => call.name === 'fdatasync' && descriptorIn(call).endsWith('/journal.ndjson')));
  },
);

function checkNaming(call: TracedCall, calls: readonly TracedCall[], repo: string): void {
  const [from = '', to = ''] = quotedIn(call);
  const isFlush = ({ name }: TracedCall) => name === 'fsync' || name === 'fdatasync';
  const isFlushed = calls.some((other) => isFlush(other) && descriptorIn(other) === from && other.ended < call.began);
  assert.ok(isFlushed, `${from} was not flushed before it became ${to}`);
  const folder = calls.find(
    (other) => isFlush(other) && descriptorIn(other) === dirname(to) && other.began > call.ended,
  );
  assert.ok(folder !== undefined, `the folder of ${to} was never flushed`);
  const told = calls.find((other) => isTelling(other, relative(repo, to)));
  assert.ok(told === undefined || told.began > folder.ended, `the journal told of ${to} before its folder was flushed`);
}

/** A line of the journal that calls the file published. */
function isTelling(call: TracedCall, path: string): boolean {
  if (call.name !== 'write' || !descriptorIn(call).endsWith('/journal.ndjson')) return false;
  const lines = call.args.split('\\n');
  return lines.some((line) => /\\"kind\\":\\"(published|task-done)\\"/.test(line) && line.includes(`\\"${path}\\"`));
}
