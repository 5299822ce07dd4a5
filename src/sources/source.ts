import type { Found } from '../model/found.ts';

/** Where tasks come from. */
export interface Source {
  scan(): AsyncIterable<Found>;
}
