import { describeDistrust, isOfTrust } from '../model/trust.ts';
import type { ProxyServer } from './proxy.ts';

/** A proxy that makes no tunnel: nobody else has heard of us. */
export class ProxyTrouble extends Error {
  /** It would be the same the next time, unless somebody does something. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** They pass by themselves. */
const passing = [408, 425, 429];

/** It answers, and makes no tunnel to `authority`. */
export function explainRefusal(proxy: ProxyServer, status: number, authority: string): ProxyTrouble {
  const { origin, variable, authorization } = proxy;
  if (status === 407) {
    const why = authorization === null ? 'wants a name and a password in' : 'does not take the name and password of';
    return new ProxyTrouble(`the proxy ${origin} ${why} ${variable} (407)`, true);
  }
  if (status >= 500) return new ProxyTrouble(`the proxy ${origin} finds no way to ${authority} (${status})`, false);
  const isFinal = !passing.includes(status);
  return new ProxyTrouble(`the proxy ${origin} does not let us through to ${authority} (${status})`, isFinal);
}

/** It does not answer, or not as a proxy does. */
export function explainSilence({ origin, variable }: ProxyServer, error: Error): ProxyTrouble {
  const place = `the proxy ${origin}`;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === 'ABORT_ERR') return new ProxyTrouble(`${place} does not answer in time`, false);
  if (isOfTrust(code)) return new ProxyTrouble(describeDistrust(place, code, variable), true);
  return new ProxyTrouble(code === null ? `no connection to ${place}` : `no connection to ${place} (${code})`, false);
}
