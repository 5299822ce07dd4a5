import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { testWith } from '../needs.ts';
import { Workspace } from '../workspace.ts';
import { checkRepository } from './checker.ts';
import { runAgentos, waitFor } from './processes.ts';
import { countEvents, designsOf, listDesigns, makeRepository, readEvents, requirements } from './scripts.ts';
import { compile } from './shim.ts';
import { readLedger } from './six-tasks.ts';
import { startOnTerminal } from './terminal.ts';

const hangsOnce = { '*': { draft: [[{ hang: true }, { answer: 'offline' }]] } };
const brief = { '*': { draft: [{ delayMs: 600, answer: 'offline' }] } };
const esc = '\u001b';
const hideCursor = `${esc}[?25l`;
const showCursor = `${esc}[?25h`;

function compilePty(tools: Workspace): string {
  return compile('pty.c', tools.dir, ['-lutil']);
}

testWith('gcc', 'D1, D2: Ctrl+C on a terminal, once or twice, ends with 130 and gives the cursor back', async () => {
  using tools = new Workspace();
  const pty = compilePty(tools);
  for (const times of [1, 2]) {
    using workspace = makeRepository(2, hangsOnce);
    const run = startOnTerminal(pty, requirements(2), { cwd: workspace.dir });
    await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
    run.order('type \\x03');
    await waitFor('the signal to be heard', () => countEvents(workspace.dir, 'batch-stopping') === 1);
    if (times === 2) run.order('type \\x03');
    const { code, screen } = await run.ended;
    assert.equal(code, 130, screen);
    assert.ok(screen.lastIndexOf(showCursor) >= screen.lastIndexOf(hideCursor));
    assert.match(screen, /agentos resume/);
    assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
    assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
  }
});

testWith('gcc', 'D4: when its terminal is closed a batch stops as it does for a signal', async () => {
  using tools = new Workspace();
  using workspace = makeRepository(2, hangsOnce);
  const run = startOnTerminal(compilePty(tools), requirements(2), { cwd: workspace.dir });
  await waitFor('two calls', () => readLedger(workspace.dir).size >= 2);
  run.order('hang');
  assert.equal((await run.ended).code, 129);
  assert.equal(readEvents(workspace.dir).at(-1)?.exitCode, 129);
  assert.equal((await runAgentos(['resume'], { cwd: workspace.dir })).code, 0);
  assert.deepEqual(checkRepository(workspace.dir, 'over'), []);
});

testWith('gcc', 'D14: a terminal that changes its size all the time disturbs nothing', async () => {
  using tools = new Workspace();
  using workspace = makeRepository(3, brief);
  const run = startOnTerminal(compilePty(tools), requirements(3), { cwd: workspace.dir });
  let isOver = false;
  const storm = (async () => {
    for (let turn = 0; !isOver; turn += 1) {
      run.order(`size ${['24 200', '2 40', '0 0', '24 1'][turn % 4]}`);
      await setTimeout(15);
    }
  })();
  const { code, screen } = await run.ended;
  isOver = true;
  await storm;
  assert.equal(code, 0, screen);
  assert.doesNotMatch(screen, /\n\s+at /);
  assert.ok(screen.includes(hideCursor) && screen.lastIndexOf(showCursor) > screen.lastIndexOf(hideCursor));
  assert.deepEqual(listDesigns(workspace.dir), designsOf(3));
});

testWith('gcc', 'D15: no escape reaches a dumb terminal, a CI log or a pipe', async () => {
  using tools = new Workspace();
  const pty = compilePty(tools);
  for (const env of [{ TERM: 'dumb' }, { CI: '1' }]) {
    using workspace = makeRepository(1, brief);
    const { code, screen } = await startOnTerminal(pty, requirements(1), { cwd: workspace.dir, env }).ended;
    assert.equal(code, 0, screen);
    assert.ok(!screen.includes(esc), JSON.stringify(env));
    assert.match(screen, /\[LLD-1\] done/);
  }
  for (const env of [{}, { LANG: 'C', LC_ALL: 'C' }, { NO_COLOR: '1' }]) {
    using workspace = makeRepository(1, {});
    const { code, stdout, stderr } = await runAgentos(requirements(1), { cwd: workspace.dir, env });
    assert.equal(code, 0, stderr);
    assert.ok(!(stdout + stderr).includes(esc), JSON.stringify(env));
  }
});
