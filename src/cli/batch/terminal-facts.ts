import { readTerminalVariables } from '../../config/environment.ts';

/** What kind of place the words for the person go to. */
export interface TerminalFacts {
  /** A line may be drawn over and over. */
  readonly isLive: boolean;
  readonly isUnicode: boolean;
}

export function readTerminalFacts(): TerminalFacts {
  const { term, isCi, locale } = readTerminalVariables();
  return {
    isLive: process.stderr.isTTY === true && term !== 'dumb' && !isCi,
    isUnicode: /utf-?8/i.test(locale) && term !== 'linux',
  };
}
