import type { Trouble } from '../model/exchange.ts';
import { describeDistrust, isOfTrust } from '../model/trust.ts';
import { classifyNetwork } from '../providers/wire/classify.ts';
import { ProxyTrouble } from '../proxies/proxy-trouble.ts';

/** Where somebody was asked, and how far it came. */
export interface NetworkPlace {
  readonly baseUrl: string;
  /** There was a connection. */
  readonly isSent: boolean;
}

/** Our own patience has ended it. */
const ofTime = ['ABORT_ERR', 'AbortError', 'TimeoutError'];

/** No reply came, or not all of it: where that was, and the system's name for it. Other words may hold what was sent. */
export function explainNetwork(error: unknown, { baseUrl, isSent }: NetworkPlace): Trouble {
  const trouble = classifyNetwork(error);
  if (error instanceof ProxyTrouble) {
    return { ...trouble, kind: error.isFinal ? 'request' : 'transient', message: error.message };
  }
  const [, code = null] = /\((\w+)\)$/.exec(trouble.message) ?? [];
  const { origin } = new URL(baseUrl);
  if (ofTime.includes(code ?? '')) return { ...trouble, message: `${origin} does not answer in time` };
  if (isOfTrust(code)) return { ...trouble, kind: 'request', message: describeDistrust(origin, code, 'the base URL') };
  const what = isSent ? `the connection to ${origin} was lost` : `no connection to ${origin}`;
  return { ...trouble, message: code === null ? what : `${what} (${code})` };
}
