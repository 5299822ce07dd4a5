import type { AskingRole, GatewayAccess } from '../model/gateway-access.ts';
import type { Prompt } from '../providers/prompt.ts';
import type { Ask, Provider } from '../providers/provider.ts';
import { resolveProvider } from '../providers/resolve-provider.ts';
import type { Surroundings } from '../providers/surroundings.ts';
import { appendLine } from '../store/append-line.ts';
import { readNamedInput } from '../store/named-input.ts';
import type { AnsweredCall, WorkflowContext } from './workflow.ts';

/** What only the worker can do for a provider. */
export type Machine = Pick<Surroundings, 'print' | 'exit' | 'programs'>;

/** For which task somebody is asked. */
interface AskingOrder {
  readonly repoDir: string;
  readonly task: { readonly id: string };
  readonly gateway: GatewayAccess | null;
}

/** Who is asked, and in which words. */
interface Asked {
  readonly role: AskingRole;
  readonly spec: string;
  makePrompt(): Prompt;
}

/** Asks, one call a question. Providers are made when they are first asked; calls are counted over all replays alike. */
export function openAsking(context: WorkflowContext, order: AskingOrder, machine: Machine) {
  const surroundings = makeSurroundings(order, machine);
  const counts = new Map<Ask['kind'], number>();
  const providers = new Map<string, Promise<Provider>>();
  const open = (role: AskingRole, spec: string) => {
    const key = `${role} ${spec}`;
    const provider = providers.get(key) ?? resolveProvider(spec, role, surroundings);
    providers.set(key, provider);
    return provider;
  };
  return async (ask: Ask, { role, spec, makePrompt }: Asked): Promise<AnsweredCall> => {
    const occurrence = (counts.get(ask.kind) ?? 0) + 1;
    counts.set(ask.kind, occurrence);
    return await context.call(ask.kind, async ({ triesEnded, repeatsUsed, signal, noteTry }) => {
      const provider = await open(role, spec);
      context.log(`${ask.kind} ${occurrence}: asking ${spec}`);
      return await provider.ask(ask, { prompt: makePrompt(), triesEnded, repeatsUsed, occurrence, signal, noteTry });
    });
  };
}

function makeSurroundings({ repoDir, task, gateway }: AskingOrder, machine: Machine): Surroundings {
  return {
    taskId: task.id,
    gateway,
    ...machine,
    readText: (path) => readNamedInput(repoDir, path),
    appendLine: (path, line) => appendLine(repoDir, path, line),
  };
}
