import type { AnswerRequest } from './setup.ts';
import { makeSmallestInstance } from './smallest-instance.ts';

/** A short text that is the same for the same question; for a schema, the smallest thing that fits it. */
export function answerByDefault({ model, prompt, schema }: AnswerRequest): string {
  if (schema !== null) return JSON.stringify(makeSmallestInstance(schema));
  return `This is ${model} as simulated, answering ${prompt.length} characters.`;
}
