import type { WireProvider } from '../model/credential.ts';
import { isLoopback } from '../model/loopback.ts';
import { beginsLikeKey } from './credential-likeness.ts';
import type { Expected } from './credential-section.ts';

/** Null: there is no server that everybody means. */
export const ownServers: Readonly<Record<WireProvider, string | null>> = {
  anthropic: 'https://api.anthropic.com',
  openai: 'https://api.openai.com',
  google: 'https://generativelanguage.googleapis.com',
  'openai-compatible': null,
};

/** A key travels only by TLS, or inside this machine; and a URL carries no secret of its own. */
export function baseUrlOf(provider: WireProvider): Expected<string> {
  const version = provider === 'google' ? /\/v1(beta)?$/ : /\/v1$/;
  return {
    expects: 'an https:// URL (http:// only on this machine) without user, query and fragment',
    fromData: (data) => (typeof data === 'string' ? normalise(data, version, provider) : undefined),
  };
}

/** A version of its own, as in `/api/paas/v4` and `/v1beta/openai`: no `/v1` stands behind it. */
const otherVersion = /\/v\d\w*(?:\/openai)?$/;
/** Whoever names this, too, has said all: there are servers without any version. */
const wholeWay = /\/chat\/completions$/;

function normalise(text: string, version: RegExp, provider: WireProvider): string | undefined {
  if (!/^https?:\/\/[^\s\\?#@]+$/i.test(text) || beginsLikeKey(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (protocol === 'http:' && !isLoopback(hostname)) return undefined;
  const named = pathname.replace(/\/+$/, '');
  const isCompatible = provider === 'openai-compatible';
  const path = isCompatible ? named.replace(wholeWay, '') : named;
  if (version.test(path)) return origin + path.replace(version, '').replace(/\/+$/, '');
  return origin + path + (isCompatible && (path !== named || otherVersion.test(path)) ? '/' : '');
}
