import { isWireProvider, type WireProvider } from './credential.ts';
import { schemeOf } from './spec.ts';

/** A model, and whose API it is asked by. */
export interface AskedModel {
  readonly provider: WireProvider;
  readonly model: string;
}

/** Agents that speak the API of one provider. */
const agentProviders: Readonly<Record<string, WireProvider>> = { 'claude-cli': 'anthropic', 'codex-cli': 'openai' };

/** Which model a spec asks through the gateway; null if it asks none. `model:` wraps the spec of a provider. */
export function askedModelOf(spec: string): AskedModel | null {
  const scheme = schemeOf(spec);
  if (scheme === null) return null;
  const rest = spec.slice(scheme.length + 1);
  if (scheme === 'model') return askedModelOf(rest);
  const provider = isWireProvider(scheme) ? scheme : agentProviders[scheme];
  return provider === undefined ? null : { provider, model: rest };
}
