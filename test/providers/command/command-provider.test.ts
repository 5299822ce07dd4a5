import assert from 'node:assert/strict';
import { chmodSync, realpathSync } from 'node:fs';
import { describe, test } from 'node:test';
import { openCommandProvider } from '../../../src/providers/command/command-provider.ts';
import type { ProviderReply } from '../../../src/providers/provider.ts';
import type { Surroundings } from '../../../src/providers/surroundings.ts';
import { Workspace } from '../../workspace.ts';
import { makePrompt } from '../agent-cli/agent-house.ts';

const limits = { idleMs: 60_000, wallMs: 60_000, maxOutputBytes: 1_000_000 };

class Stage extends Workspace {
  /** Runs a script of Node as the user's program. */
  async ask(
    script: string,
    how: { spec?: string; signal?: AbortSignal; limits?: typeof limits } = {},
  ): Promise<ProviderReply> {
    this.write({ 'tool.cjs': `#!${process.execPath}\n${script}` });
    chmodSync(this.path('tool.cjs'), 0o755);
    const { spec = 'command:./tool.cjs', signal = new AbortController().signal } = how;
    return await openCommandProvider(spec, 'reviewer', this.#surroundings(), how.limits ?? limits).ask(
      { kind: 'check-issue', brief, remark: null },
      { prompt: makePrompt(), triesEnded: 0, repeatsUsed: 0, occurrence: 1, noteTry: () => {}, signal },
    );
  }

  #surroundings(): Surroundings {
    const none = (): never => assert.fail('a command needs nothing else');
    const environment = { PATH: process.env['PATH'] ?? '', HOME: '/home/of-user' };
    const programs = { environment, repoDir: this.dir, openHome: none };
    return { taskId: '137', gateway: null, programs, readText: none, appendLine: none, print: none, exit: none };
  }
}

const brief = {
  ...{ id: '137', title: 'T', issueText: '', hidden: [], notes: [], decisions: [], survey: '' },
  ...{ outputPath: 'x.md', base: null, hasPath: () => false },
};

function failureOf(reply: ProviderReply): string {
  assert.ok(reply.kind === 'refusal', JSON.stringify(reply));
  return `${reply.failure.code}${reply.isFinal ? ', final' : ''}: ${reply.failure.message}`;
}

describe('a command', { concurrency: 4 }, () => {
  test('reads the whole prompt with its form, and what it prints is the answer; its cost is not known', async () => {
    using stage = new Stage();
    const reply = await stage.ask('process.stdin.pipe(process.stdout)');
    assert.ok(reply.kind === 'answer', JSON.stringify(reply));
    assert.deepEqual([reply.model, reply.usd], ['command:tool.cjs', null]);
    const { system, context, question, format } = makePrompt();
    const places = [
      system,
      ...context,
      question,
      'Reply with one JSON object',
      JSON.stringify(format.schema, null, 2),
    ].map((part) => reply.text.indexOf(part));
    assert.ok(
      places.every((place, at) => place >= 0 && place > (places[at - 1] ?? -1)),
      String(places),
    );
  });

  test('that thinks aloud is taken by its answer, however it shows its thoughts', async () => {
    using stage = new Stage();
    for (const thought of ['<think>\nA {"guess"}?\n</think>\n\n', 'Thinking...\nA guess?\n...done thinking.\n\n']) {
      const reply = await stage.ask(`console.log(${JSON.stringify(`${thought}{ "a": "</think>" }`)})`);
      assert.equal(reply.kind === 'answer' && reply.text, '{ "a": "</think>" }\n');
    }
  });

  test('runs in the repository, knows what it is asked for, and sees no other variable of ours', async () => {
    using stage = new Stage();
    const script =
      'process.stdout.write(JSON.stringify({ env: process.env, cwd: process.cwd(), argv: process.argv.slice(2) }))';
    const reply = await stage.ask(script, { spec: `command:./tool.cjs one 'two three' "$HOME"` });
    const { env, cwd, argv } = JSON.parse(reply.kind === 'answer' ? reply.text : assert.fail(JSON.stringify(reply)));
    assert.equal(cwd, realpathSync(stage.dir));
    assert.deepEqual(argv, ['one', 'two three', '$HOME']);
    assert.deepEqual([env.AGENTOS_TASK_ID, env.AGENTOS_ROLE, env.AGENTOS_KIND], ['137', 'reviewer', 'check-issue']);
    assert.deepEqual(
      // Node itself hands on where coverage is written.
      Object.keys(env).filter((name) => !name.startsWith('AGENTOS_') && name !== 'NODE_V8_COVERAGE'),
      ['PATH', 'HOME'],
    );
  });

  test('that fails is told with the last that it said', async () => {
    using stage = new Stage();
    const script = "process.stderr.write('1\\n2\\n3\\n4\\n5\\nno model\\n\\u001b[31mred'); process.exitCode = 7";
    const failure = failureOf(await stage.ask(script));
    assert.equal(failure, 'unreadable: command:tool.cjs ended with exit code 7: 3 | 4 | 5 | no model | \\u001b[31mred');
    assert.match(failureOf(await stage.ask('')), /^unreadable: command:tool\.cjs printed nothing/);
  });

  test('that is missing, silent, endless or killed is a refusal', async () => {
    using stage = new Stage();
    assert.match(failureOf(await stage.ask('', { spec: 'command:no-such-program-here' })), /^request, final: .*ENOENT/);
    const idle = await stage.ask('setInterval(() => {}, 1000)', { limits: { ...limits, idleMs: 1000 } });
    assert.match(failureOf(idle), /^timeout, final: .* was silent for 1 s/);
    const flood =
      'const more = () => { while (process.stdout.write("x".repeat(65536))); process.stdout.once("drain", more); }; more()';
    assert.match(failureOf(await stage.ask(flood)), /^unreadable, final: .* printed more than/);
    assert.match(failureOf(await stage.ask("process.kill(process.pid, 'SIGKILL')")), /^crash: .* was ended by SIGKILL/);
  });

  test('that is called off throws what called it off', async () => {
    using stage = new Stage();
    const controller = new AbortController();
    const asked = stage.ask('setInterval(() => {}, 1000)', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(asked, /enough/);
  });
});
