import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { checkRepository } from './checker.ts';
import { startAgentos, waitFor } from './processes.ts';
import { designsOf, listDesigns, makeRepository, readEvents, requirements } from './scripts.ts';
import { compile, makeLaunchEnvironment } from './shim.ts';
import { readLedger } from './six-tasks.ts';

const slowly = { '*': { draft: [{ delayMs: 800, answer: 'offline' }] } };
const hourSeconds = 3_600;
const tenYearsSeconds = 10 * 365 * 24 * hourSeconds;

testWith('gcc', 'E9: a clock that jumps by an hour or ten years makes no time negative and loses nothing', async () => {
  using tools = new Workspace();
  const clock = compile('clock.c', tools.dir, ['-shared', '-fPIC', '-ldl']);
  const offset = tools.path('offset');
  for (const seconds of [-hourSeconds, tenYearsSeconds]) {
    using workspace = makeRepository(3, slowly);
    writeFileSync(offset, Buffer.alloc(8));
    const env = makeLaunchEnvironment(tools.dir, { LD_PRELOAD: clock, CLOCK_OFFSET: offset });
    const run = startAgentos(requirements(2, '--json', '--task-timeout', '30'), { cwd: workspace.dir, env });
    await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
    setOffset(offset, seconds);
    const { code, stdout, stderr } = await run.ended;
    assert.equal(code, 0, stderr);
    assert.deepEqual(listDesigns(workspace.dir), designsOf(3));
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
    const summary = JSON.parse(stdout);
    for (const task of summary.tasks) assert.ok(task.seconds >= 0 && task.seconds < 60, JSON.stringify(task));
    const times = readEvents(workspace.dir).map((entry) => Number(Reflect.get(entry, 'at')));
    const first = times[0] ?? 0;
    assert.ok(Math.abs((times.at(-1) ?? 0) - first - seconds * 1000) < 120_000, 'the clock did not jump');
  }
});

/** In place: it is mapped. */
function setOffset(path: string, seconds: number): void {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(seconds));
  writeFileSync(path, bytes, { flag: 'r+' });
}
