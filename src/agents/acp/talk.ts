import {
  type ClientContext,
  client,
  methods,
  type NewSessionResponse,
  ndJsonStream,
  PROTOCOL_VERSION,
  type PromptRequest,
  RequestError,
  type SessionUpdate,
  type StopReason,
  type ToolCallUpdate,
  type ToolKind,
} from '@agentclientprotocol/sdk';
import type { Speech } from '../model/speech.ts';
import { choose, isAllowed } from './permissions.ts';
import { serveRead, serveWrite } from './serve-files.ts';

export interface TalkSetup {
  readonly worktree: string;
  readonly prompt: string;
  /** Files are read and written through us, if it likes. */
  readonly offersFiles: boolean;
  readonly output: WritableStream<Uint8Array>;
  readonly input: ReadableStream<Uint8Array>;
  readonly speech: Speech;
  /** Of the batch: the agent is asked to stop. */
  readonly signal: AbortSignal;
}

/** How a conversation ended. */
export type TalkEnd =
  /** `text` is the last that it said. */
  | { readonly kind: 'ended'; readonly reason: StopReason; readonly text: string }
  /** It answered with an error of JSON-RPC. */
  | { readonly kind: 'refused'; readonly code: number; readonly message: string; readonly data: unknown }
  /** It went away, or says what nobody understands. */
  | { readonly kind: 'broken'; readonly message: string };

const maxMessageBytes = 16 * 1024 * 1024;
const authRequired = -32_000;
const longestText = 16_000;
const longestTitle = 160;

/** Has one prompt answered. Contract: never rejects. */
export async function talk(setup: TalkSetup): Promise<TalkEnd> {
  const heard = new Heard(setup.speech);
  const stream = ndJsonStream(setup.output, setup.input, { maxMessageBytes });
  try {
    const reason = await makeClient(setup, heard).connectWith(stream, async (agent) => await ask(agent, setup));
    return { kind: 'ended', reason, text: heard.text };
  } catch (error) {
    if (error instanceof RequestError) {
      return { kind: 'refused', code: error.code, message: error.message, data: error.data };
    }
    return { kind: 'broken', message: error instanceof Error ? error.message : 'unknown' };
  }
}

function makeClient({ worktree }: TalkSetup, heard: Heard) {
  return client({ name: 'agentos' })
    .onRequest(methods.client.fs.readTextFile, ({ params }) => serveRead(worktree, params))
    .onRequest(methods.client.fs.writeTextFile, ({ params }) => serveWrite(worktree, params))
    .onRequest(methods.client.session.requestPermission, ({ params: { toolCall, options } }) => {
      heard.noteCall(toolCall);
      const kind = heard.kindOf(toolCall.toolCallId);
      return { outcome: choose(options, isAllowed(toolCall, kind, worktree)) };
    })
    .onNotification(methods.client.session.update, ({ params }) => heard.note(params.update));
}

async function ask(agent: ClientContext, { worktree, prompt, offersFiles, signal }: TalkSetup): Promise<StopReason> {
  const { authMethods } = await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: offersFiles, writeTextFile: offersFiles }, terminal: false },
    clientInfo: { name: 'agentos', version: '1' },
  });
  const { sessionId } = await openSession(agent, worktree, authMethods?.map(({ id }) => id) ?? []);
  const cancel = () => void agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const request: PromptRequest = { sessionId, prompt: [{ type: 'text', text: prompt }] };
    const { stopReason } = await agent.request(methods.agent.session.prompt, request);
    return stopReason;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Some want to be told first by which of their ways we authenticate, although the key is there. */
async function openSession(
  agent: ClientContext,
  cwd: string,
  authMethods: readonly string[],
): Promise<NewSessionResponse> {
  const open = async () => await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  try {
    return await open();
  } catch (error) {
    const methodId = authMethods.find((id) => /api-?key/i.test(id));
    if (!(error instanceof RequestError) || error.code !== authRequired || methodId === undefined) throw error;
    await agent.request(methods.agent.authenticate, { methodId });
    return await open();
  }
}

/** What an agent told of its work. */
class Heard {
  readonly #speech: Speech;
  readonly #kinds = new Map<string, ToolKind>();
  readonly #told = new Set<string>();
  #text = '';

  constructor(speech: Speech) {
    this.#speech = speech;
  }

  get text(): string {
    return this.#text.trim();
  }

  kindOf(toolCallId: string): ToolKind | null {
    return this.#kinds.get(toolCallId) ?? null;
  }

  note(update: SessionUpdate): void {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text') {
      const { text } = update.content;
      this.#speech.say(text);
      this.#text = `${this.#text}${text}`.slice(-longestText).toWellFormed();
    }
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') this.noteCall(update);
  }

  /** A tool is told of once; some ask for permission without a word before. */
  noteCall({ toolCallId, title, kind }: ToolCallUpdate): void {
    if (typeof kind === 'string') this.#kinds.set(toolCallId, kind);
    if (typeof title !== 'string' || this.#told.has(toolCallId)) return;
    this.#told.add(toolCallId);
    this.#speech.note(`> ${title.replace(/\s+/g, ' ').slice(0, longestTitle).toWellFormed()}`);
    // What was said before was no end.
    this.#text = '';
  }
}
