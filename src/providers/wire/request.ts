import type { TokenCounts } from '../../model/exchange.ts';
import { quoteSafely } from '../../model/text.ts';
import type { Endpoint, WireApi } from './endpoints.ts';
import { findExtraPrice, findUnboundedInput, wantsLongCache } from './extra-costs.ts';
import { refuseHiddenChoices } from './hidden-choices.ts';
import { parsePlainObject, unreadable } from './plain-json.ts';
import { readSpelt } from './spelt-fields.ts';
import { boundTokens } from './token-bounds.ts';

export interface WireRequest {
  /** Null: none is named, which only what is not billed may do. */
  readonly model: string | null;
  readonly isStream: boolean;
  /** As far as one can tell before: enough to reserve by. */
  readonly estimatedTokens: TokenCounts;
  /** More than it can use. */
  readonly mostTokens: TokenCounts;
  /** Something of it is to stay in a cache for longer than usual, which is dearer. */
  readonly isKeptForHour: boolean;
  /** What makes it cost more than its tokens at their list price; null if nothing does. */
  readonly extraPrice: string | null;
  /** What makes it longer than its bytes say; null if nothing does. */
  readonly unboundedInput: string | null;
}

/**
 * Contract: what is read here is what the provider will read, so that the bytes may go on as they are. Throws
 * REQUEST_UNREADABLE for a body that could be read in two ways, could choose another model, or names none.
 */
export function readRequest(api: WireApi, endpoint: Endpoint, body: Uint8Array): WireRequest {
  const data = parsePlainObject(body);
  const fields = readSpelt(data);
  refuseHiddenChoices(data, fields, endpoint.model);
  const { estimated, most } = boundTokens(api, fields, body.byteLength);
  return {
    model: resolveModel(endpoint, fields.get('model') ?? null),
    isStream: resolveStream(endpoint, fields.get('stream') ?? false),
    estimatedTokens: estimated,
    mostTokens: most,
    isKeptForHour: wantsLongCache(data),
    extraPrice: findExtraPrice(fields),
    unboundedInput: findUnboundedInput(fields),
  };
}

function resolveModel(endpoint: Endpoint, named: unknown): string | null {
  const model = endpoint.model ?? named;
  if (model === null && !endpoint.isBilled) return null;
  if (typeof model === 'string' && /^[\w@~][\w.:/@+~-]{0,199}$/.test(model)) return model;
  throw unreadable(`The request names no model: ${quoteSafely(model)}`);
}

/** Some servers take a word or a number for true: then the reply would be read in the wrong way. */
function resolveStream({ isStream }: Endpoint, stream: unknown): boolean {
  if (typeof stream !== 'boolean') throw unreadable(`"stream" must be true or false, not ${quoteSafely(stream)}`);
  return isStream ?? stream;
}
