import type { Variables } from './credential-variables.ts';

/** The proxy that an environment names for https. */
export interface ProxyVariables {
  /** The variable that names it. */
  readonly variable: string;
  /** As it is set: there may be a password in it. */
  readonly url: string;
  /** `NO_PROXY`, as it is set. */
  readonly exceptions: string;
}

const naming = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];

/** All that tell the way out. */
export const proxyVariables: readonly string[] = [...naming, 'no_proxy', 'NO_PROXY'];

/** Small letters come first, as elsewhere. Null if none is named. */
export function readProxyVariables(environment: Variables): ProxyVariables | null {
  const textOf = (name: string) => (environment[name] ?? '').trim();
  const variable = ['https_proxy', 'HTTPS_PROXY'].find((name) => textOf(name) !== '');
  if (variable === undefined) return null;
  return { variable, url: textOf(variable), exceptions: textOf('no_proxy') || textOf('NO_PROXY') };
}

/** Those that hold a name or a password. */
export function listClosedProxies(environment: Variables): string[] {
  return naming.filter((name) => environment[name]?.includes('@'));
}

/** What is secret in a variable: keys, with commas between them, or the password of a proxy. */
export function listSecrets(name: string, value: string): string[] {
  if (!proxyVariables.includes(name)) return value.split(',').map((part) => part.trim());
  const [login = ''] = /^.*(?=@)/s.exec(value.trim().replace(/^[a-z\d+.-]+:\/\//i, '')) ?? [];
  return [decode(login.slice(login.indexOf(':') + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
