import { AgentOsError } from '../../model/errors.ts';
import type { FailureCode } from '../../model/failure.ts';
import { refuse, refuseFinally } from '../../providers/ai-sdk/call-end.ts';
import type { ProviderReply } from '../../providers/provider.ts';
import { crash } from '../../providers/scripted/crash.ts';
import { wait } from '../../providers/scripted/wait.ts';
import type { Agent, AgentJob, JobOptions } from '../agent.ts';
import { readProgramEnd } from '../command/read-program-end.ts';
import { runInWorktree } from '../command/run-in-worktree.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import { findTurn, parseAgentScript, type Turn } from './agent-script.ts';
import { applyEdit } from './apply-edit.ts';

type Refusal = Extract<ProviderReply, { kind: 'refusal' }>;

/** Does what a script of the repository says (`scripted:<file>`), see docs/agents.md. Throws SCRIPT_INVALID. */
export function openScriptedAgent(spec: string, surroundings: AgentSurroundings): Agent {
  const path = spec.slice('scripted:'.length);
  const script = parseAgentScript(surroundings.readText(path), path);
  return {
    async work(job, options) {
      options.signal.throwIfAborted();
      const { kind, occurrence } = job;
      const turn = findTurn(script, surroundings.taskId, kind, occurrence, options.triesEnded + 1);
      if (turn !== null) return await play(turn, job, options, surroundings);
      return fail('input', `${spec} has no turn for ${kind} ${occurrence} of task ${surroundings.taskId}`);
    },
  };
}

/** In this order: words, edits, a pause, a program, the end. */
async function play(
  turn: Turn,
  job: AgentJob,
  options: JobOptions,
  surroundings: AgentSurroundings,
): Promise<ProviderReply> {
  if (turn.say !== undefined) options.print(turn.say);
  const trouble = editAll(turn, job, surroundings);
  if (trouble !== null) return trouble;
  if (turn.waitMs !== undefined) await wait(turn.waitMs, options.signal);
  const ran = turn.run === undefined ? null : await run(turn.run.argv, job, options, surroundings);
  options.signal.throwIfAborted();
  const isOwnEnd = turn.finish === undefined && turn.fail === undefined;
  if (isOwnEnd && ran?.kind === 'refusal') return ran;
  return await end(turn, job, options, ran?.text ?? 'the script says so');
}

function editAll({ edits = [] }: Turn, { worktree }: AgentJob, { readText }: AgentSurroundings): Refusal | null {
  for (const [at, edit] of edits.entries()) {
    try {
      applyEdit(worktree, edit, readText);
    } catch (error) {
      if (!(error instanceof AgentOsError)) throw error;
      return fail(error.code === 'STORAGE_FAILED' ? 'storage' : 'input', `edit ${at + 1}: ${error.message}`);
    }
  }
  return null;
}

type Ran = { readonly kind: 'answer'; readonly text: string } | (Refusal & { readonly text?: undefined });

async function run(
  argv: readonly string[],
  { worktree, limits }: AgentJob,
  { signal, print }: JobOptions,
  surroundings: AgentSurroundings,
): Promise<Ran> {
  const [name = '', ...args] = argv;
  using home = surroundings.programs.openHome();
  const end = await runInWorktree(surroundings, {
    ...{ name, args, worktree, home, limits, signal, environment: {}, input: '', relay: null },
    onOutput: (chunk) => print(chunk.toString('utf8')),
  });
  const reply = readProgramEnd(`scripted: ${name}`, end, limits);
  return reply.kind === 'answer' ? reply : { ...reply, repeats: 0, usd: 0 };
}

async function end(turn: Turn, job: AgentJob, options: JobOptions, said: string): Promise<ProviderReply> {
  const { fail: failure, park, finish } = turn;
  if (turn.crash !== undefined) return crashNow(turn.crash, options);
  if (turn.hang === true) return await hold(job.limits.wallMs, 'timeout', 'did not end within', options);
  if (turn.silent === true) return await hold(job.limits.idleMs, 'stall', 'was silent for', options);
  if (park !== undefined) {
    const untilAt = Date.now() + park.forMs;
    return { kind: 'parked', untilAt, reason: 'the script says so', cause: park.cause ?? 'limit', heldMs: 0 };
  }
  if (failure === undefined) {
    const { text = said, model = 'scripted', usd = 0 } = finish ?? {};
    return { kind: 'answer', text, model, usd };
  }
  return fail(failure.code, failure.message ?? `the script says ${failure.code}`, failure.retryAfterMs ?? null);
}

/** The try is noted first: afterwards nobody could. */
function crashNow(how: NonNullable<Turn['crash']>, { noteTry }: JobOptions): never {
  noteTry(`the script says crash: ${how}`);
  return crash(how, () => {
    throw new Error('a scripted agent ends no worker by an exit');
  });
}

/** Nothing, until its limit; an abort ends it at once. */
async function hold(ms: number, code: FailureCode, what: string, { signal, noteTry }: JobOptions): Promise<Refusal> {
  noteTry(`the script ${what === 'was silent for' ? 'says silent' : 'says hang'}`);
  await wait(ms, signal);
  return fail(code, `the scripted agent ${what} ${ms / 1000} s`);
}

const retried: readonly FailureCode[] = ['limit', 'outage', 'network'];

function fail(code: FailureCode, message: string, retryAfterMs: number | null = null): Refusal {
  const refusal = retried.includes(code) ? refuse(code, message, retryAfterMs) : refuseFinally(code, message);
  return { ...refusal, repeats: 0, usd: 0 };
}
