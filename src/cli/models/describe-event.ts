import type { CredentialEvent } from '../../parallel/credentials/lease.ts';
import { renderTime } from '../../report/figures.ts';

/** What became of a credential, a scope or a provider, in one line; null for what is about a single call. */
export function describeEvent(event: CredentialEvent): string | null {
  switch (event.kind) {
    case 'scope-exhausted': {
      const { scope, model, untilAt, reason } = event;
      const what = model === null ? `scope ${scope}` : `scope ${scope} for ${model}`;
      return `${what} is exhausted ${untilAt === null ? 'for good' : `until ${renderTime(untilAt)}`}: ${reason}`;
    }
    case 'credential-disabled':
      return `credential ${event.credential} is not used any more: ${event.reason}`;
    case 'breaker-opened':
      return `${event.provider} is overloaded: no calls until ${renderTime(event.untilAt)}`;
    case 'breaker-closed':
      return `${event.provider} answers again`;
    default:
      return null;
  }
}
