/** What programs need to start, and nothing that a document could want. */
const allowed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** Git fetches nothing there, whatever a repository says. */
const fixed = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

/** What a worker of ours gets. */
export function workerEnvironment(): Record<string, string> {
  return { ...basicEnvironment(), ...fixed };
}

/** What a worker gets that runs somebody's own executor. */
export function basicEnvironment(): Record<string, string> {
  const entries = allowed.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
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

/** Whether this worker has to end itself when its coordinator is gone. */
export function mustWatchParent(): boolean {
  return process.env['AGENTOS_WATCH_PARENT'] === '1';
}

/** For everything that this process starts from now on. */
export function setTraceVariables(variables: Readonly<Record<string, string>>): void {
  Object.assign(process.env, variables);
}

export interface TerminalVariables {
  readonly term: string;
  readonly isCi: boolean;
  readonly locale: string;
}

export function readTerminalVariables(): TerminalVariables {
  const { TERM, CI, LC_ALL, LC_CTYPE, LANG } = process.env;
  return {
    term: TERM ?? '',
    isCi: !['', '0', 'false'].includes(CI ?? ''),
    locale: LC_ALL || LC_CTYPE || LANG || '',
  };
}

/** Bash says which program it started. */
export function isStartedByNohup(): boolean {
  return /(^|\/)nohup$/.test(process.env['_'] ?? '');
}
