import { randomUUID } from 'node:crypto';
import { cutText } from '../../model/text.ts';
import { settle } from '../../providers/agent-cli/settle.ts';
import { findModelAccess, parseModelSpec } from '../../providers/ai-sdk/ai-sdk-provider.ts';
import { type CallEnd, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import { defaultLimits } from '../../providers/ai-sdk/call-limits.ts';
import { loadReceipt } from '../../providers/ai-sdk/receipt.ts';
import { type GatewayModel, type ToolCall, type TurnEnd, takeTurn } from '../../providers/ai-sdk/take-turn.ts';
import type { Agent, AgentJob, JobOptions } from '../agent.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import { listChangedFiles } from './changed-files.ts';
import { Conversation, type UsedTool } from './conversation.ts';
import { makeFileTools } from './file-tools.ts';
import { finishName, makeFinish, readSummary } from './finish-tool.ts';
import { renderQuestion, renderSystem } from './render-job.ts';
import { makeSearch } from './search-tool.ts';
import { Speech } from './speech.ts';
import { makeRunTests } from './test-tool.ts';
import { type Tool, useTool } from './tool.ts';

/** As much is held for each turn, of money and of limits, until it has ended. */
const maxOutputTokens = 24_000;
/** Servers of one's own refuse what their window cannot hold beside the question. */
const maxCompatibleTokens = 8_000;
/** More than this in one turn is no work any more. */
const mostCallsPerTurn = 32;

interface Work {
  readonly access: GatewayModel;
  readonly job: AgentJob;
  readonly tools: readonly Tool[];
  readonly mark: { readonly id: string; readonly repeatsUsed: number };
  readonly speech: Speech;
  /** Of the batch, or the job's own time. */
  readonly signal: AbortSignal;
}

/**
 * A model that works with a few tools of ours (`model:<provider:model>`), through the gateway. Nothing of the
 * conversation is kept: what is done is in the worktree. Throws SPEC_INVALID or GATEWAY_MISSING.
 */
export function openModelAgent(spec: string, surroundings: AgentSurroundings): Agent {
  const asked = parseModelSpec(spec.slice('model:'.length));
  const access = { spec, ...asked, ...findModelAccess(spec, 'agent', surroundings.gateway), limits: defaultLimits };
  return {
    async work(job, options) {
      options.signal.throwIfAborted();
      const callId = randomUUID();
      const { end, turns } = await run(access, callId, job, options, surroundings);
      options.signal.throwIfAborted();
      if (end.kind === 'parked') return end;
      const receipt = await loadReceipt(access.origin, access.token, callId);
      // What was repeated and then answered is behind us.
      const repeats = turns === 0 ? receipt.repeats : 0;
      return settle({ scheme: asked.provider, spec, model: asked.model }, end, { ...receipt, repeats });
    },
  };
}

async function run(
  access: GatewayModel,
  callId: string,
  job: AgentJob,
  { signal, repeatsUsed, print }: JobOptions,
  surroundings: AgentSurroundings,
): Promise<{ readonly end: CallEnd; readonly turns: number }> {
  const wall = AbortSignal.timeout(job.limits.wallMs);
  const both = AbortSignal.any([signal, wall]);
  const tools = makeTools(surroundings, job);
  const work = { access, job, tools, mark: { id: callId, repeatsUsed }, speech: new Speech(print), signal: both };
  const changed = await listChangedFiles(surroundings, job, both);
  const conversation = new Conversation(renderQuestion(job, changed));
  const ended = await converse(work, conversation);
  work.speech.endLine();
  if (!wall.aborted || signal.aborted || ended.end.kind === 'answer') return ended;
  return { ...ended, end: refuseFinally('timeout', `${access.spec} did not end within ${job.limits.wallMs / 1000} s`) };
}

function makeTools(surroundings: AgentSurroundings, job: AgentJob): readonly Tool[] {
  const { worktree, testCommand } = job;
  const tests = testCommand === '' ? [] : [makeRunTests(surroundings, job)];
  return [...makeFileTools(worktree), makeSearch(worktree), ...tests, makeFinish()];
}

/** Turn by turn, until it says that it is done, or something is in its way. */
async function converse(work: Work, conversation: Conversation) {
  const { access, job, signal } = work;
  const { maxTurns } = job.limits;
  for (let turns = 0; turns < maxTurns; turns += 1) {
    const turn = await ask(work, conversation);
    if (turn.kind !== 'turn') return { end: turn, turns };
    const end = await answer(work, conversation, turn);
    if (end !== null) return { end, turns: turns + 1 };
    if (signal.aborted) return { end: refuseFinally('timeout', `${access.spec} was stopped`), turns: turns + 1 };
  }
  return { end: refuseFinally('timeout', `${access.spec} did not end within ${maxTurns} turns`), turns: maxTurns };
}

async function ask({ access, job, tools, mark, speech, signal }: Work, { messages }: Conversation): Promise<TurnEnd> {
  const mostTokens = access.provider === 'openai-compatible' ? maxCompatibleTokens : maxOutputTokens;
  return await takeTurn(
    access,
    {
      system: renderSystem(job),
      messages,
      tools: tools.map(({ offer }) => offer),
      maxOutputTokens: mostTokens,
      onText: (text) => speech.say(text),
    },
    mark,
    signal,
  );
}

type Turn = Extract<TurnEnd, { kind: 'turn' }>;

/** Does what the model wants; the end, if that is the end. */
async function answer(work: Work, conversation: Conversation, turn: Turn): Promise<CallEnd | null> {
  const { calls, said, text, isCut } = turn;
  if (isCut) {
    conversation.addRemark('Your last reply was longer than a reply may be, and is lost. Work in smaller steps.');
    return null;
  }
  if (calls.length === 0) return { kind: 'answer', text, modelId: null };
  const used: UsedTool[] = [];
  for (const [at, call] of calls.entries()) used.push(await useOne(work, call, at));
  const finish = used.find(({ call, isError }) => call.name === finishName && !isError);
  if (finish !== undefined) return { kind: 'answer', text: readSummary(finish.call.input), modelId: null };
  conversation.addTurn(said, used);
  return null;
}

async function useOne({ tools, speech, signal }: Work, call: ToolCall, at: number): Promise<UsedTool> {
  if (at >= mostCallsPerTurn) return { call, text: 'Not done: too many tools in one turn.', isError: true };
  if (signal.aborted) return { call, text: 'Stopped.', isError: true };
  const what = tools.find(({ offer }) => offer.name === call.name)?.describe(call.input) ?? '';
  speech.note(cutText(`> ${call.name} ${what}`.replace(/\s+/g, ' ').trim(), 160));
  return { call, ...(await useTool(tools, call, signal)) };
}
