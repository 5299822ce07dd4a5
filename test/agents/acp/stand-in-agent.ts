/** An agent that speaks the protocol, as a program of its own; its first argument says how it behaves. */
import { writeFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type RequestPermissionRequest,
  type ToolKind,
} from '@agentclientprotocol/sdk';

const [how = 'good', ...details] = process.argv.slice(2);
const sessionId = 'session-1';
let worktree = '';
let isAuthenticated = false;
let cancel = () => {};

const allow = { optionId: 'yes', name: 'Allow', kind: 'allow_once' } as const;
const reject = { optionId: 'no', name: 'Reject', kind: 'reject_once' } as const;

async function say(client: AgentContext, text: string): Promise<void> {
  const content = { type: 'text', text } as const;
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content },
  });
}

async function mayI(client: AgentContext, kind: ToolKind, path: string | null): Promise<string> {
  const request: RequestPermissionRequest = {
    sessionId,
    toolCall: {
      toolCallId: `call-${kind}`,
      title: kind,
      kind,
      ...(path === null ? {} : { locations: [{ path }] }),
    },
    options: [reject, allow],
  };
  const { outcome } = await client.request(methods.client.session.requestPermission, request);
  return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome;
}

async function attempt(act: () => Promise<unknown>): Promise<string> {
  try {
    return `done ${JSON.stringify(await act())}`;
  } catch (error) {
    return `refused ${error instanceof RequestError ? error.code : 'unknown'}`;
  }
}

/** What each way of behaving does with a prompt. */
const plays: Readonly<Record<string, (client: AgentContext, prompt: string) => Promise<string>>> = {
  async good(client, prompt) {
    await say(client, 'I look. ');
    const update = { sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'write\na.txt', kind: 'edit' } as const;
    await client.notify(methods.client.session.update, { sessionId, update });
    const may = await mayI(client, 'edit', `${worktree}/a.txt`);
    if (may === 'yes') writeFileSync(`${worktree}/a.txt`, prompt);
    await client.request(methods.client.fs.writeTextFile, {
      sessionId,
      path: `${worktree}/deep/b.txt`,
      content: 'b1\nb2\nb3',
    });
    const { content } = await client.request(methods.client.fs.readTextFile, {
      sessionId,
      path: `${worktree}/deep/b.txt`,
      line: 2,
      limit: 1,
    });
    await say(client, `All is `);
    await say(client, `done: ${content}`);
    return 'end_turn';
  },
  async hostile(client) {
    const outside = details[0] ?? '';
    const report = [
      await mayI(client, 'edit', outside),
      await mayI(client, 'edit', null),
      await mayI(client, 'edit', `${worktree}/.git/config`),
      await mayI(client, 'delete', `${worktree}/../x`),
      await mayI(client, 'fetch', null),
      await mayI(client, 'execute', null),
      await mayI(client, 'edit', 'a.txt'),
      await attempt(() => client.request(methods.client.fs.writeTextFile, { sessionId, path: outside, content: 'x' })),
      await attempt(() => client.request(methods.client.fs.readTextFile, { sessionId, path: outside })),
      await attempt(() => client.request(methods.client.fs.readTextFile, { sessionId, path: `${worktree}/none` })),
      await attempt(() =>
        client.request(methods.client.terminal.create, { sessionId, command: 'true', args: [], cwd: worktree }),
      ),
    ];
    await say(client, report.join(', '));
    return 'end_turn';
  },
  async environment(client) {
    writeFileSync(`${worktree}/seen.json`, JSON.stringify({ env: process.env, args: process.argv.slice(2) }));
    await say(client, 'seen');
    return 'end_turn';
  },
  async model(client) {
    const answer = await fetch(`${process.env['ANTHROPIC_BASE_URL']}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': process.env['ANTHROPIC_API_KEY'] ?? '', 'content-type': 'application/json' },
      body: '{}',
    });
    await say(client, `status ${answer.status}: ${await answer.text()}`);
    return 'end_turn';
  },
  async stop() {
    return details[0] ?? 'end_turn';
  },
  async fail() {
    throw new RequestError(
      Number(details[0]),
      'it went wrong',
      details[1] === undefined ? undefined : JSON.parse(details[1]),
    );
  },
  async crash() {
    process.stderr.write('out of luck\n');
    process.exit(9);
  },
  async hang() {
    return await new Promise<string>(() => setInterval(() => {}, 1000));
  },
  async patient(client) {
    await say(client, 'waiting');
    await new Promise<void>((resolve) => {
      cancel = resolve;
    });
    writeFileSync(`${worktree}/cancelled.txt`, 'yes');
    return 'cancelled';
  },
  async stubborn(client) {
    process.on('SIGTERM', () => {});
    process.stdin.on('end', () => setInterval(() => {}, 1000));
    await say(client, 'I stay');
    return 'end_turn';
  },
  async babble(client) {
    process.stdout.write('not JSON at all\n[1,2]\n{"jsonrpc":"2.0"}\n42\n{"jsonrpc":"2.0","id":99,"result":{}}\n');
    await say(client, 'sorry');
    return 'end_turn';
  },
};

if (how === 'garbage') {
  process.stdout.write('Usage: this is no agent\n'.repeat(20));
  setInterval(() => {}, 1000);
} else if (how === 'early') {
  process.exit(3);
} else {
  agent({ name: 'stand-in' })
    .onRequest(methods.agent.initialize, () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: {},
      authMethods: [
        { id: 'oauth', name: 'Login' },
        { id: 'gemini-api-key', name: 'Key' },
      ],
    }))
    .onRequest(methods.agent.authenticate, ({ params }) => {
      isAuthenticated = params.methodId === 'gemini-api-key';
      return {};
    })
    .onRequest(methods.agent.session.new, ({ params }) => {
      if (details.includes('auth') && !isAuthenticated) throw RequestError.authRequired();
      worktree = params.cwd;
      return { sessionId };
    })
    .onNotification(methods.agent.session.cancel, () => cancel())
    .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
      const [block] = params.prompt;
      const play = plays[how];
      if (play === undefined) throw new Error(`unknown: ${how}`);
      return { stopReason: (await play(client, block?.type === 'text' ? block.text : '')) as 'end_turn' };
    })
    .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>));
}
