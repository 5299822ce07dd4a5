import type { Dimension } from '../../model/exchange.ts';
import type { ErrorFacts } from './error-facts.ts';
import { fieldAt, itemsAt, textAt } from './fields.ts';

/** What Google says of the quotas that were exceeded. */
export interface GoogleQuota {
  /** There is none of it for this account: waiting does not help. */
  readonly isZero: boolean;
  readonly isPerDay: boolean;
  readonly isModelOnly: boolean;
  readonly dimension: Dimension | null;
}

/** Of several quotas the longest counts. */
export function readGoogleQuota({ error, message }: ErrorFacts): GoogleQuota {
  const violations = itemsAt(error, 'details').flatMap((detail) => itemsAt(detail, 'violations'));
  const daily = violations.filter((violation) => idOf(violation).includes('PerDay'));
  const telling = daily.length > 0 ? daily : violations;
  return {
    isZero:
      violations.some((violation) => textAt(violation, 'quotaValue') === '0') || /\blimit: 0(?![\d.])/.test(message),
    isPerDay: daily.length > 0,
    isModelOnly: telling.length > 0 && telling.every(isOfModel),
    dimension: dimensionOf(telling[0]),
  };
}

function idOf(violation: unknown): string {
  return textAt(violation, 'quotaId') ?? '';
}

function isOfModel(violation: unknown): boolean {
  return idOf(violation).includes('PerModel') || fieldAt(violation, 'quotaDimensions', 'model') !== null;
}

function dimensionOf(violation: unknown): Dimension | null {
  const name = `${idOf(violation)} ${textAt(violation, 'quotaMetric') ?? ''}`;
  if (/output_?token/i.test(name)) return 'output-tokens';
  if (/input_?token/i.test(name)) return 'input-tokens';
  if (/token/i.test(name)) return 'tokens';
  return /request/i.test(name) ? 'requests' : null;
}

/** How long Google asks to wait, as it writes it: `45.837906927s`. */
export function readRetryDelay({ error }: ErrorFacts): string | null {
  const delays = itemsAt(error, 'details').map((detail) => textAt(detail, 'retryDelay'));
  return delays.find((delay) => delay !== null) ?? null;
}
