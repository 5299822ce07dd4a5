/** Where in a terminal's control sequence a stream stands: 0 is outside, 1 right after ESC. */
export type SequenceState = number;

const afterEscape = 1;
const inIntermediates = 2;
const inParameters = 3;
/** No terminal takes more parameters than this; what goes on is text that wants to be overlooked. */
const longestParameters = 32;

export const escapeByte = 0x1b;

/** The state before the parameters, as after `ESC [`. */
export const openParameters: SequenceState = inParameters;

/**
 * The state after one more byte; -1 for a byte that belongs to no sequence and is read as text. Only what a sequence
 * is made of is hidden: the text of titles and links (`ESC ]`) is shown or clicked, and can hold a secret.
 */
export function stepSequence(state: SequenceState, byte: number): SequenceState {
  if (byte === escapeByte) return afterEscape;
  if (state === 0 || byte < 0x20 || byte > 0x7e) return -1;
  if (state >= inParameters) return stepParameters(state, byte);
  if (byte <= 0x2f) return inIntermediates;
  return state === afterEscape && byte === 0x5b ? inParameters : 0;
}

function stepParameters(state: SequenceState, byte: number): SequenceState {
  if (byte >= 0x40) return 0;
  return state - inParameters < longestParameters ? state + 1 : -1;
}
