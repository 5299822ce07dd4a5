import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { WireProvider } from '../model/credential.ts';
import type { TokenCounts } from '../model/exchange.ts';
import type { Endpoint } from '../providers/wire/endpoints.ts';
import type { CallBooks } from './call-books.ts';
import type { GatewayLimits, GatewaySetup, TaskGrant } from './setup.ts';
import type { Upstream } from './upstream.ts';

/** What every call is served with. */
export interface House extends Omit<GatewaySetup, 'limits'> {
  readonly limits: GatewayLimits;
  readonly upstream: Upstream;
}

/** One request of a caller: read, understood and allowed. */
export interface Call {
  readonly grant: TaskGrant;
  readonly provider: WireProvider;
  readonly endpoint: Endpoint;
  readonly method: string;
  /** What is put behind a credential's base URL. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly model: string;
  readonly isStream: boolean;
  readonly estimatedTokens: TokenCounts;
  /** More than it can cost; null if nobody can tell. */
  readonly estimatedUsd: number | null;
  /** What makes it cost more than its tokens at their list price; null if nothing does. */
  readonly extraPrice: string | null;
  /** What makes it longer than its bytes say; null if nothing does. */
  readonly unboundedInput: string | null;
  /** How often the caller has asked the same before: what is left of the repeats is less. */
  readonly repeatsUsed: number;
  readonly books: CallBooks;
  readonly response: ServerResponse;
  /** Aborted when the caller has gone, its token was revoked or the gateway closes. */
  readonly signal: AbortSignal;
}
