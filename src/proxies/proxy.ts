import { AgentOsError } from '../model/errors.ts';
import { isLoopback } from '../model/loopback.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { isExcepted } from './exceptions.ts';

/** What the environment says of proxies. */
export interface ProxySetting {
  /** The variable that names it, for messages. */
  readonly variable: string;
  readonly url: string;
  readonly exceptions: string;
}

/** Whoever makes tunnels for us. */
export interface ProxyServer {
  readonly variable: string;
  /** Such as `http://proxy.example:3128`: it holds no secret. */
  readonly origin: string;
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** The header that lets us in; null: nobody has to be let in. */
  readonly authorization: SecretBox | null;
  /** All of this, for programs. */
  readonly url: SecretBox;
}

/**
 * The proxy on the way to a URL; null: there is none. This machine is never asked through one, and nothing else is asked
 * without TLS. Throws PROXY_INVALID, which shows nothing of what is set, if the one that is needed cannot be used.
 */
export function findProxy(setting: ProxySetting | null, url: string): ProxyServer | null {
  const { protocol, hostname, port } = new URL(url);
  if (setting === null || protocol !== 'https:' || isLoopback(hostname)) return null;
  return isExcepted(setting.exceptions, hostname, port || '443') ? null : parseProxy(setting);
}

function parseProxy({ variable, url: text }: ProxySetting): ProxyServer {
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(whole)) throw invalid(variable);
  const url = new URL(whole);
  const { protocol, hostname, username, password } = url;
  if (protocol !== 'http:' && protocol !== 'https:') throw invalid(variable);
  // Behind an address there is nothing: such text is the rest of a password.
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw invalid(variable);
  const isSecure = protocol === 'https:';
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const login = username + password === '' ? '' : `${username}:${password}`;
  const place = `${hostname}:${port}`;
  return {
    variable,
    origin: `${protocol}//${place}`,
    isSecure,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    authorization: login === '' ? null : makeAuthorization(variable, login),
    url: new SecretBox('proxy', `${protocol}//${login === '' ? '' : `${login}@`}${place}`),
  };
}

function makeAuthorization(variable: string, login: string): SecretBox {
  try {
    const bytes = Buffer.from(decodeURIComponent(login));
    return new SecretBox('proxy', `Basic ${bytes.toString('base64')}`);
  } catch {
    throw invalid(variable);
  }
}

function invalid(variable: string): AgentOsError {
  const form = 'http://proxy.example:3128 or http://NAME:PASSWORD@proxy.example:3128';
  const help = 'http:// or https://, with %40 for @, %2F for / and so on in name and password';
  return new AgentOsError(
    'PROXY_INVALID',
    `${variable} is no proxy that can be used: it must be like ${form} (${help})`,
  );
}
