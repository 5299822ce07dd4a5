import type { Credential, WireProvider } from './credential.ts';

/** What a credential is wanted for. */
interface Wanted {
  readonly provider: WireProvider;
  readonly model: string;
  readonly role: string;
}

/** Whether it may be used for this at all; whether it can be used now is another question. */
export function mayServe({ provider, models, roles }: Credential, wanted: Wanted): boolean {
  return (
    provider === wanted.provider &&
    (models === null || models.includes(wanted.model)) &&
    (roles === null || roles.includes(wanted.role))
  );
}
