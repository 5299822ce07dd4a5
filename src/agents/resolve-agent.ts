import { AgentOsError } from '../model/errors.ts';
import { listSchemes, schemeOf } from '../model/spec.ts';
import { quoteSafely } from '../model/text.ts';
import type { Agent } from './agent.ts';
import type { AgentSurroundings } from './surroundings.ts';

/** Makes the agent that a spec such as `claude-cli:MODEL` names; what is not used is not loaded. */
export async function resolveAgent(spec: string, surroundings: AgentSurroundings): Promise<Agent> {
  switch (schemeOf(spec)) {
    case 'claude-cli':
      return await openCli((await import('./claude/claude-agent.ts')).claudeAgent, spec, surroundings);
    case 'codex-cli':
      return await openCli((await import('./codex/codex-agent.ts')).codexAgent, spec, surroundings);
    case 'scripted':
      return (await import('./scripted/scripted-agent.ts')).openScriptedAgent(spec, surroundings);
    case 'command':
      return (await import('./command/command-agent.ts')).openCommandAgent(spec, surroundings);
    case 'acp':
      return (await import('./acp/acp-agent.ts')).openAcpAgent(spec, surroundings);
    case 'model':
      return (await import('./model/model-agent.ts')).openModelAgent(spec, surroundings);
    default:
      throw new AgentOsError('SPEC_INVALID', refusalOf(spec));
  }
}

async function openCli(
  cli: Parameters<typeof import('./cli/cli-agent.ts').openCliAgent>[0],
  spec: string,
  surroundings: AgentSurroundings,
): Promise<Agent> {
  const { openCliAgent } = await import('./cli/cli-agent.ts');
  return openCliAgent(cli, spec, surroundings);
}

function refusalOf(spec: string): string {
  const choices = listSchemes('canCode').join(', ');
  const scheme = schemeOf(spec);
  if (scheme !== null) return `${scheme}: cannot change files; use one of ${choices}`;
  return `no agent is called ${quoteSafely(spec)}; known are ${choices}`;
}
