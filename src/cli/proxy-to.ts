import { givenEnvironment } from '../config/environment.ts';
import { readProxyVariables } from '../config/proxy-variables.ts';
import { findProxy, type ProxyServer } from '../proxies/proxy.ts';

/** The proxy of the user's environment on the way to a URL; null: there is none. Throws PROXY_INVALID. */
export function proxyTo(url: string): ProxyServer | null {
  return findProxy(readProxyVariables(givenEnvironment()), url);
}

/** Throws PROXY_INVALID, before anything is asked there, if the way to one of these servers cannot be gone. */
export function checkWays(places: readonly { readonly baseUrl: string }[]): void {
  for (const { baseUrl } of places) proxyTo(baseUrl);
}
