import type { Trouble, TroubleKind } from '../../model/exchange.ts';

const names: Readonly<Record<TroubleKind, string>> = {
  auth: 'the provider refuses it',
  quota: 'the provider says that there is no money left, or that the model is not for this account',
  'quota-day': 'the quota of the day is used up',
  accel: 'calls were growing in number too fast',
  concurrency: 'too many calls were under way at once',
  rate: 'a limit was reached',
  overload: 'the provider is overloaded',
  transient: 'the provider could not be reached',
  request: 'the request was refused',
  'unknown-429': 'the provider refuses calls without saying why',
  abandoned: 'the call was broken off',
};

/** Trouble in our own words: those of a provider may repeat what must not be written down. */
export function nameTrouble({ kind, dimension, status }: Trouble): string {
  const details = [...(status === null ? [] : [`HTTP ${status}`]), ...(dimension === null ? [] : [dimension])];
  return details.length === 0 ? names[kind] : `${names[kind]} (${details.join(', ')})`;
}
