import { isWireProvider } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { AskingRole } from '../model/gateway-access.ts';
import { listSchemes, schemeOf } from '../model/spec.ts';
import { quoteSafely } from '../model/text.ts';
import type { AgentCli } from './agent-cli/agent-cli.ts';
import type { Provider } from './provider.ts';
import type { Surroundings } from './surroundings.ts';

/** Makes the provider that a spec such as `offline:` names, for a role; what is not used is not loaded. */
export async function resolveProvider(spec: string, role: AskingRole, surroundings: Surroundings): Promise<Provider> {
  const scheme = schemeOf(spec);
  if (scheme === 'offline') {
    const { offlineProvider } = await import('./offline/offline-provider.ts');
    return offlineProvider;
  }
  if (scheme === 'scripted') {
    const { openScriptedProvider } = await import('./scripted/scripted-provider.ts');
    return openScriptedProvider(spec.slice('scripted:'.length), surroundings);
  }
  if (scheme !== null && isWireProvider(scheme)) {
    const { openAiSdkProvider } = await import('./ai-sdk/ai-sdk-provider.ts');
    return openAiSdkProvider(spec, role, surroundings.gateway);
  }
  if (scheme === 'claude-cli' || scheme === 'codex-cli') {
    const { openAgentProvider } = await import('./agent-cli/agent-provider.ts');
    return openAgentProvider(await loadCli(scheme), spec, role, surroundings);
  }
  if (scheme === 'command') {
    const { openCommandProvider } = await import('./command/command-provider.ts');
    return openCommandProvider(spec, role, surroundings);
  }
  const choices = listSchemes('canDraft').join(', ');
  if (scheme !== null) throw new AgentOsError('NOT_YET', `${scheme}: cannot be asked for text; use one of ${choices}`);
  throw new AgentOsError('NOT_YET', `no provider is called ${quoteSafely(spec)}; known are ${choices}`);
}

async function loadCli(scheme: 'claude-cli' | 'codex-cli'): Promise<AgentCli> {
  if (scheme === 'claude-cli') return (await import('./claude-cli/claude-cli.ts')).claudeCli;
  return (await import('./codex-cli/codex-cli.ts')).codexCli;
}
