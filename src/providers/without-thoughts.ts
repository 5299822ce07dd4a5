/** `<think>…</think>`, as models of many servers write it, and what `ollama run` makes of it. */
const thoughts = /^\s*(?:<(think|thinking)>[\s\S]*?<\/\1>|Thinking\.{3}\r?\n[\s\S]*?\n\.{3}done thinking\.)\s*/;

/** What a model says to itself before it answers is no part of the answer. */
export function withoutThoughts(text: string): string {
  return text.replace(thoughts, '');
}
