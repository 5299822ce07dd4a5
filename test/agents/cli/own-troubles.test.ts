import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { claudeAgent } from '../../../src/agents/claude/claude-agent.ts';
import { codexAgent } from '../../../src/agents/codex/codex-agent.ts';
import type { ProgramEnd } from '../../../src/programs/subprocess.ts';
import { writeWorkers } from './stand-ins.ts';
import { summarise, WorkHouse, type WorkHouseSetup } from './work-house.ts';

const workers = writeWorkers();
after(() => workers[Symbol.dispose]());
const open = async (setup: WorkHouseSetup = {}) => await WorkHouse.open({ programs: [workers.dir], ...setup });

const agents = [
  { cli: claudeAgent, model: 'claude-test-1' },
  { cli: codexAgent, model: 'gpt-test-1' },
];

describe('an agent at work in trouble of its own', { concurrency: 4 }, () => {
  for (const { cli, model } of agents) {
    const { scheme } = cli;

    test(`${scheme}: silence is a stall, and time, turns, output, a sudden end and nonsense are what they are`, async () => {
      await using house = await open();
      const limits = { idleMs: 30_000, wallMs: 60_000, maxTurns: 10, maxOutputBytes: 4 * 1024 * 1024 };
      const ends = [
        ['hang', { idleMs: 1500 }, 'stall, final'],
        ['chatter', { wallMs: 1500 }, 'timeout, final'],
        ['flood', { maxOutputBytes: 500_000 }, 'unreadable, final'],
        ['many turns', {}, 'timeout, final'],
        ['crash', {}, 'crash'],
        ['bad option', {}, 'request, final'],
        ['no json', {}, 'request, final'],
        ['nothing', {}, 'request, final'],
        ['cut result', {}, 'unreadable'],
        ['exit 1', {}, 'unreadable'],
      ] as const;
      for (const [how, change, meant] of ends) {
        const reply = await house.work(cli, model, { instructions: how, limits: { ...limits, ...change } });
        assert.equal(summarise(reply), meant, JSON.stringify([how, reply]));
      }
    });
  }

  test('claude-cli: denied to write in its worktree is no success; denied what it has no business with is', async () => {
    await using house = await open();
    const ends = [
      ['denied write', 'unreadable'],
      ['interrupted', 'unreadable'],
      ['denied command', 'claude-cli:claude-test-1 for 0.25'],
      ['denied elsewhere', 'claude-cli:claude-test-1 for 0.25'],
      ['max turns', 'timeout, final'],
    ];
    for (const [instructions = '', meant] of ends) {
      const reply = await house.work(claudeAgent, 'claude-test-1', { instructions });
      assert.equal(summarise(reply), meant, JSON.stringify([instructions, reply]));
    }
  });

  test('one that was killed in a sandbox, which tells of that by an exit code, has crashed', async () => {
    const run = async (): Promise<ProgramEnd> => ({ kind: 'exited', code: 137, stdout: '', stderr: '' });
    await using house = await open({ surroundings: { sandbox: { level: 'bwrap', reason: null, run } } });
    const reply = await house.work(claudeAgent, 'claude-test-1');
    assert.equal(summarise(reply), 'crash', JSON.stringify(reply));
  });

  test("a sandbox that cannot be made is told as such, and is nobody else's fault", async () => {
    const run = async (): Promise<ProgramEnd> => ({ kind: 'unstartable', errno: 'sandbox (bwrap: no)' });
    const sandbox = { level: 'bwrap', reason: null, run } as const;
    await using house = await open({ surroundings: { sandbox } });
    const reply = await house.work(claudeAgent, 'claude-test-1');
    assert.equal(summarise(reply), 'sandbox, final', JSON.stringify(reply));
  });
});
