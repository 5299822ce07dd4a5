import type { Trouble } from '../model/exchange.ts';
import { classifyNetwork } from '../providers/wire/classify.ts';

/** Where somebody was asked, and how far it came. */
export interface NetworkPlace {
  readonly baseUrl: string;
  /** There was a connection. */
  readonly isSent: boolean;
}

/** Our own patience has ended it. */
const ofTime = ['ABORT_ERR', 'AbortError', 'TimeoutError'];

/** Whoever is there is not believed to be the provider: that is so tomorrow, too, unless somebody does something. */
const ofTrust =
  /^(?:CERT_\w+|\w*SELF_SIGNED_CERT\w*|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)\w*|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const howToTrust = 'correct the base URL, or let NODE_EXTRA_CA_CERTS name the file of who signed it';

/** No reply came, or not all of it: where that was, and the system's name for it. Other words may hold what was sent. */
export function explainNetwork(error: unknown, { baseUrl, isSent }: NetworkPlace): Trouble {
  const trouble = classifyNetwork(error);
  const [, code = null] = /\((\w+)\)$/.exec(trouble.message) ?? [];
  const { origin } = new URL(baseUrl);
  if (ofTime.includes(code ?? '')) return { ...trouble, message: `${origin} does not answer in time` };
  if (code !== null && ofTrust.test(code)) {
    return {
      ...trouble,
      kind: 'request',
      message: `the certificate of ${origin} is not trusted (${code}): ${howToTrust}`,
    };
  }
  const what = isSent ? `the connection to ${origin} was lost` : `no connection to ${origin}`;
  return { ...trouble, message: code === null ? what : `${what} (${code})` };
}
