import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listKeyVariables } from './credential-names.ts';
import type { Variables } from './credential-variables.ts';
import { githubVariables } from './github-section.ts';
import { listClosedProxies, proxyVariables } from './proxy-variables.ts';

/** What programs need to start, and nothing that a document could want. */
const allowed = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** Programs have a HOME of their own, and rustup looks for its toolchains in the user's. */
const toolchains = 'RUSTUP_HOME';

const watchesParentVariable = 'AGENTOS_WATCH_PARENT';

/** Git fetches nothing there, whatever a repository says. */
const fixed = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

/** What a worker of ours gets. */
export function workerEnvironment(): Record<string, string> {
  return { ...pick([...allowed, toolchains]), ...fixed };
}

/** What a worker gets that runs somebody's own executor. */
export function basicEnvironment(): Record<string, string> {
  return pick(allowed);
}

/** For programs that work for a task: what they need to start, and what they and all that they start are known by. */
export function programEnvironment(): Record<string, string> {
  const marks = Object.keys(process.env).filter((name) => /^(AGENTOS_|TRACEPARENT$|TRACER_)/.test(name));
  const own = pick([...allowed, toolchains, ...marks.filter((name) => name !== watchesParentVariable)]);
  return { ...findToolchains(own['HOME']), ...own };
}

function findToolchains(home: string | undefined): Record<string, string> {
  const usual = join(home ?? '/', '.rustup');
  return existsSync(usual) ? { [toolchains]: usual } : {};
}

function pick(names: readonly string[], from: Variables = process.env): Record<string, string> {
  const entries = names.map((name) => [name, from[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** For the user's own config, which is trusted like a script of theirs. */
export function wholeEnvironment(): NodeJS.ProcessEnv {
  return process.env;
}

/** Where the program of an agent keeps its login; null for others. */
export function findLoginFolder(scheme: string | null): string | null {
  const { HOME = '/', CLAUDE_CONFIG_DIR, CODEX_HOME } = process.env;
  if (scheme === 'claude-cli') return resolve(CLAUDE_CONFIG_DIR || join(HOME, '.claude'));
  return scheme === 'codex-cli' ? resolve(CODEX_HOME || join(HOME, '.codex')) : null;
}

/** For a program that gives a key: what password managers and key rings need to find it, the way out, and no key. */
const allowedForSecrets = [
  ...allowed,
  ...['USER', 'LOGNAME', 'XDG_RUNTIME_DIR', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'DBUS_SESSION_BUS_ADDRESS'],
  ...['SSH_AUTH_SOCK', 'GNUPGHOME', 'GPG_TTY', 'PASSWORD_STORE_DIR'],
];

export function secretCommandEnvironment(): Record<string, string> {
  return pick([...allowedForSecrets, ...proxyVariables], givenEnvironment());
}

/** What was taken out of the environment: for nobody but those who need the keys themselves. */
const takenKeys: Record<string, string> = {};

/** As the user set it, keys included: for the config alone, which names and counts them. */
export function givenEnvironment(): Record<string, string | undefined> {
  return { ...process.env, ...takenKeys };
}

/** Names, never values. */
export function findKeyVariables(): string[] {
  const given = givenEnvironment();
  return listKeyVariables(Object.keys(given)).filter((name) => (given[name] ?? '') !== '');
}

/**
 * Takes keys out of this process's environment, and so out of everything that it starts or reports from now on: the
 * well-known variables, proxies with a password, and what the config names. Returns all that were ever taken, for
 * redaction and `loadSecrets` alone.
 */
export function takeKeyVariables(named: readonly string[]): Readonly<Record<string, string>> {
  const wellKnown = [...listKeyVariables(Object.keys(process.env)), ...githubVariables];
  const names = [...wellKnown, ...listClosedProxies(process.env), ...named];
  Object.assign(takenKeys, pick(names));
  for (const name of names) delete process.env[name];
  process.report.excludeEnv = true;
  return takenKeys;
}

/** Whether this worker has to end itself when its coordinator is gone. */
export function mustWatchParent(): boolean {
  return process.env[watchesParentVariable] === '1';
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
