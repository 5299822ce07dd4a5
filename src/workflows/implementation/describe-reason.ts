import type { Reason } from '../../frameworks/scenarios/reason.ts';
import { cutText, showSafely } from '../../model/text.ts';

const longest = 600;

/** A reason for whoever mends it: exact names, one line. */
export function describeReason({ code, scenario, test, message }: Reason): string {
  const about = [scenario === null ? null : `scenario ${scenario}`, test === null ? null : `test "${test}"`];
  const place = about.filter((part) => part !== null).join(', ');
  return cutText(showSafely(`${place === '' ? code : `${code}: ${place}`}: ${message}`), longest);
}
