import { isWireProvider } from '../model/credential.ts';
import { AgentOsError } from '../model/errors.ts';
import type { AskingRole } from '../model/gateway-access.ts';
import { listSchemes, schemeOf } from '../model/spec.ts';
import { quoteSafely } from '../model/text.ts';
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
  if (scheme !== null) throw new AgentOsError('NOT_YET', `${scheme}: is not supported yet; use offline: or scripted:`);
  const choices = listSchemes('canDraft').join(', ');
  throw new AgentOsError('NOT_YET', `no provider is called ${quoteSafely(spec)}; known are ${choices}`);
}
