/** The variables that a worker gets: what programs need to start, and nothing that a document could want. */
const allowed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** Git fetches nothing there, whatever a repository says. */
const fixed = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

export function workerEnvironment(): Record<string, string> {
  const entries = allowed.map((name) => [name, process.env[name]] as const);
  const present = entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(present), ...fixed };
}

/** For the user's own config, which is trusted like a script of theirs. */
export function wholeEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

const keyVariables = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];

/** Names, never values. */
export function findKeyVariables(): string[] {
  return keyVariables.filter((name) => (process.env[name] ?? '') !== '');
}
