import { joinPrompt, type Prompt } from '../prompt.ts';

/** A prompt as one text, for a program that knows nothing of roles and schemas. */
export function renderInput(prompt: Prompt): string {
  return [
    prompt.system,
    joinPrompt(prompt),
    'Reply with one JSON object and nothing else: no words before or after it, no code fence. It fits this JSON schema:',
    JSON.stringify(prompt.format.schema, null, 2),
    '',
  ].join('\n\n');
}
