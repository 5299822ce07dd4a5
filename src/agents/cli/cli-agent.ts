import { randomUUID } from 'node:crypto';
import { AgentOsError } from '../../model/errors.ts';
import { quoteSafely } from '../../model/text.ts';
import { parseModel, settle } from '../../providers/agent-cli/settle.ts';
import { loadReceipt } from '../../providers/ai-sdk/receipt.ts';
import type { ProviderReply } from '../../providers/provider.ts';
import type { Agent, AgentJob, JobOptions } from '../agent.ts';
import type { AgentSurroundings } from '../surroundings.ts';
import type { CodingCli } from './coding-cli.ts';
import { nameProgram } from './name-program.ts';
import { runByGateway, runByLogin, type Work } from './run-work.ts';

/** A coding agent's own program. Its requests go through the gateway, unless it shall use the user's login. */
export function openCliAgent(cli: CodingCli, spec: string, surroundings: AgentSurroundings): Agent {
  const model = parseModel(cli.scheme, spec);
  const shared = { cli, spec, model, surroundings };
  if (surroundings.auth === 'login') return openLoginAgent(shared);
  const { gateway } = surroundings;
  if (gateway === null) {
    throw new AgentOsError('GATEWAY_MISSING', `${quoteSafely(spec)} cannot be asked: this batch has no gateway`);
  }
  const access = { origin: gateway.origin, token: gateway.tokens.agent };
  return {
    work: async (job, options) => await workByGateway({ ...shared, job, options }, access),
  };
}

async function workByGateway(work: Work, { origin, token }: { origin: string; token: string }): Promise<ProviderReply> {
  const { cli, spec, model, options } = work;
  options.signal.throwIfAborted();
  const callId = randomUUID();
  const { end, answers, client } = await runByGateway(work, { origin, token, callId });
  options.signal.throwIfAborted();
  if (end.kind === 'parked') return end;
  const receipt = await loadReceipt(origin, token, callId);
  // What was repeated and then answered is behind us: it takes nothing from what the next try may repeat.
  const repeats = answers === 0 ? receipt.repeats : 0;
  return nameProgram(settle({ scheme: cli.scheme, spec, model }, end, { ...receipt, repeats }), client);
}

/** Nobody measures what it costs, and nobody sees who answers. */
function openLoginAgent(shared: Omit<Work, 'job' | 'options'>): Agent {
  const { cli, spec, model, surroundings } = shared;
  const { loginHome } = surroundings;
  if (loginHome === null) {
    throw new AgentOsError('LOGIN_MISSING', `${quoteSafely(spec)}: no folder with a login of ${cli.program} is known`);
  }
  return {
    async work(job: AgentJob, options: JobOptions) {
      options.signal.throwIfAborted();
      const end = await runByLogin({ ...shared, job, options }, loginHome);
      options.signal.throwIfAborted();
      if (end.kind === 'parked') return end;
      return settle({ scheme: cli.scheme, spec, model }, end, { usd: null, answeredBy: null, models: [], repeats: 0 });
    },
  };
}
