import { countAt, type Fields } from './fields.ts';

/** Inside a stream an error has no status of its own: this is the one that it would have come with. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  usage_limit_reached: 429,
  too_many_requests: 429,
  requests: 429,
  tokens: 429,
  slow_down: 429,
  resource_exhausted: 429,
  invalid_argument: 400,
  failed_precondition: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  unavailable: 503,
  service_unavailable_error: 503,
  server_is_overloaded: 503,
  overloaded_error: 529,
  timeout_error: 504,
  context_length_exceeded: 400,
  content_filter: 400,
};

/** What nobody knows is the server's own trouble. */
export function impliedStatus(error: Fields, codes: ReadonlySet<string>): number {
  const said = countAt(error, 'code') ?? countAt(error, 'status') ?? countAt(error, 'status_code');
  if (said !== null && said >= 400 && said < 600) return said;
  const known = [...codes].map((code) => statuses[code]).filter((status) => status !== undefined);
  if (known.length > 0) return Math.max(...known);
  return [...codes].some((code) => /^invalid_|_policy(_violation)?$/.test(code)) ? 400 : 500;
}
