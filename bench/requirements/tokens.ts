import type { TakenTokens, TruthEntry } from '../../src/simulator/setup.ts';
import { type RedrawCall, redraw } from './baseline.ts';
import { runProgram } from './batch.ts';
import type { Figure } from './figure.ts';
import { Ground } from './ground.ts';
import type { Told } from './processes/provider.ts';
import type { BenchScope } from './scopes.ts';

const model = 'claude-sonnet-4-5';
const spec = `anthropic:${model}`;
const revisions = 3;
const lines = 400;
const modules = 60;
const mostOutput = 0.35;
const mostInput = 0.5;

/** One scope that limits nothing: only tokens count here. */
const scope: BenchScope = {
  id: 'all',
  provider: 'anthropic',
  concurrency: 8,
  requests: { perMinute: 6000, burst: 1000 },
};

/** A large design that is sent back three times, by edits and by redrawing everything; both as the provider counts. */
export async function measureTokens(): Promise<Figure[]> {
  const callMs = { 'check-issue': [], draft: [], review: [], revise: [] };
  const work = [{ issue: '1', rounds: revisions + 1, callMs }];
  using ground = await Ground.open({ scopes: [scope], work, size: { lines }, modules, timeScale: 1 });
  const roles = ['--drafter', spec, '--reviewer', spec];
  const end = await runProgram(ground.repository, ['requirements', ...roles, '--json']);
  const ours = await ground.ask<Told>({ kind: 'tell' });
  const calls = redraw(ours.heard);
  await ground.ask({ kind: 'recite', answers: calls.map(({ answer }) => answer) });
  for (const { prompt } of calls) await post(ground.origin, ground.keys[scope.id] ?? '', prompt);
  const { log } = await ground.ask<Told>({ kind: 'tell' });
  const trouble =
    end.code === 0 ? findTrouble(ours, calls) : `the batch ended with ${end.code}: ${end.stderr.slice(-2000)}`;
  return makeFigures(ours.log, log, calls, trouble);
}

function findTrouble({ heard }: Told, calls: readonly RedrawCall[]): string | null {
  const counts = Map.groupBy(heard, ({ kind }) => kind);
  const [revised, reviewed] = [counts.get('revise')?.length, counts.get('review')?.length];
  if (revised !== revisions || reviewed !== revisions + 1) return `${revised} revisions and ${reviewed} reviews`;
  const length = counts.get('review')?.[0]?.document?.trimEnd().split('\n').length ?? 0;
  if (length < lines) return `the document has ${length} lines`;
  return calls.length === revisions * 2 + 2 ? null : `the baseline has ${calls.length} calls`;
}

/** As a client without marks would. */
async function post(origin: string, key: string, prompt: RedrawCall['prompt']): Promise<void> {
  const content = [...prompt.context, prompt.question].map((text) => ({ type: 'text', text }));
  const body = {
    model,
    max_tokens: 64_000,
    system: prompt.system,
    messages: [{ role: 'user', content }],
    output_config: { format: { type: 'json_schema', schema: prompt.format.schema } },
  };
  const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' };
  const reply = await fetch(`${origin}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
}

function makeFigures(
  ours: readonly TruthEntry[],
  theirs: readonly TruthEntry[],
  calls: readonly RedrawCall[],
  trouble: string | null,
): Figure[] {
  const [edited, redrawn] = [addUp(ours), addUp(theirs)];
  const byKind = (
    log: readonly TruthEntry[],
    names: readonly (string | null)[],
    count: (tokens: TakenTokens) => number,
  ) => {
    const kinds = Map.groupBy(log.keys(), (at) => names[at] ?? '');
    return Object.fromEntries(
      [...kinds].map(([kind, at]) => [kind, at.reduce((sum, one) => sum + count(log[one]?.tokens ?? none), 0)]),
    );
  };
  const figure = (what: string, limit: number, count: (tokens: TakenTokens) => number): Figure => ({
    what: `${lines} lines revised ${revisions} times: ${what} ÷ redrawing everything`,
    measured: count(edited) / count(redrawn),
    limit,
    isMost: true,
    unit: '×',
    trouble,
    raw: {
      ours: count(edited),
      redrawn: count(redrawn),
      ...prefix(
        'ours',
        byKind(
          ours,
          ours.map(({ about }) => about),
          count,
        ),
      ),
      ...prefix(
        'redrawn',
        byKind(
          theirs,
          calls.map(({ kind }) => kind),
          count,
        ),
      ),
    },
  });
  return [
    figure('output tokens', mostOutput, ({ output }) => output),
    // What is put into a cache is paid for, and more than once: it counts as uncached.
    figure('uncached input tokens', mostInput, ({ input, cacheRead }) => input - cacheRead),
  ];
}

const none: TakenTokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

function addUp(log: readonly TruthEntry[]): TakenTokens {
  return log.reduce(
    (sum, { tokens }) => ({
      input: sum.input + tokens.input,
      cacheRead: sum.cacheRead + tokens.cacheRead,
      cacheWrite: sum.cacheWrite + tokens.cacheWrite,
      output: sum.output + tokens.output,
    }),
    none,
  );
}

function prefix(name: string, counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([kind, count]) => [`${name}.${kind}`, count]));
}
