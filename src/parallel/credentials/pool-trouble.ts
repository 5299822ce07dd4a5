import { AgentOsError } from '../../model/errors.ts';
import { NoCredentialError } from './lease.ts';

const askAgainMs = 5_000;

/** Nobody knows when it works again: it is asked again soon. */
export function unusable(error: AgentOsError, now: number): NoCredentialError {
  const message = `the state of the pool of credentials cannot be used: ${error.message}`;
  return new NoCredentialError('CREDENTIALS_BUSY', message, now + askAgainMs);
}

export function closed(): AgentOsError {
  return new AgentOsError('CREDENTIALS_CLOSED', 'the pool of credentials was closed');
}
