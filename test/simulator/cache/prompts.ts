import type { PromptBlock } from '../../../src/simulator/cache/prompt-block.ts';

/** A text of so many tokens, as the simulator counts; another letter makes another text. */
export function textOf(tokens: number, letter = 'a'): string {
  return letter.repeat(tokens * 4);
}

/** A piece of a prompt; with minutes it is marked. */
export function block(tokens: number, letter = 'a', keptMinutes: number | null = null): PromptBlock {
  return { from: 'user', text: textOf(tokens, letter), keptMinutes };
}
