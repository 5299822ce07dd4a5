import type { CredentialEvent } from '../../parallel/credentials/lease.ts';
import { renderTime } from '../../report/figures.ts';

/** Where keys are, for whoever has to do something about them. */
export interface KeyPlaces {
  ofCredential(name: string): string;
  ofScope(scope: string): string;
}

/** What became of a credential, a scope or a provider, in one line; null for what is about a single call. */
export function describeEvent(event: CredentialEvent, keys: KeyPlaces): string | null {
  switch (event.kind) {
    case 'scope-exhausted': {
      const { scope, model, untilAt, reason } = event;
      const what = model === null ? `scope ${scope}` : `scope ${scope} for ${model}`;
      if (untilAt !== null) return `${what} is exhausted until ${renderTime(untilAt)}: ${reason}`;
      return `${what} is exhausted for good: ${reason}; ${advise(keys.ofScope(scope))}`;
    }
    case 'credential-disabled':
      return `credential ${event.credential} is not used any more: ${event.reason}; ${advise(keys.ofCredential(event.credential))}`;
    case 'breaker-opened':
      return `${event.provider}:${event.model} is overloaded: no calls until ${renderTime(event.untilAt)}`;
    case 'breaker-closed':
      return `${event.provider}:${event.model} answers again`;
    default:
      return null;
  }
}

function advise(place: string): string {
  return `its key is from ${place}, see \`agentos credentials --check\``;
}
