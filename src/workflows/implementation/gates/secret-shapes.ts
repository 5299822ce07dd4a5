/** How secrets of known makers look. The whole match is the secret, or its first group where there is one. */
interface SecretShape {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Each begins where no letter or digit stands before it, so that a part of a longer word is none. */
const start = '(?<![A-Za-z0-9_])';
const shape = (what: string, source: string): SecretShape => ({ what, pattern: new RegExp(start + source, 'g') });

const shapes: readonly SecretShape[] = [
  shape('a key of Anthropic', 'sk-ant-[\\w-]{24,200}'),
  shape('a key of OpenRouter', 'sk-or-[\\w-]{24,200}'),
  shape('a key of OpenAI', 'sk-(?:(?:proj|svcacct|admin)-)?[A-Za-z0-9][\\w-]{30,200}'),
  shape('a key of Stripe', '[sr]k_live_[A-Za-z0-9]{16,200}'),
  shape('a key of Google', 'AIza[\\w-]{35}(?![\\w-])'),
  shape('a token of Google', 'ya29\\.[\\w-]{30,400}'),
  shape('a key of AWS', 'A(?:KIA|SIA)[A-Z2-7]{16}(?![A-Za-z0-9])'),
  shape('a token of GitHub', 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  shape('a token of GitHub', 'github_pat_[A-Za-z0-9_]{40,255}'),
  shape('a token of GitLab', 'gl(?:pat|dt|rt|cbt|ptt)-[\\w-]{20,200}'),
  shape('a token of Slack', 'xox[abeoprs]-[A-Za-z0-9-]{20,200}'),
  shape('an address of Slack that is a secret', 'https://hooks\\.slack\\.com/services/[\\w/]{20,200}'),
  shape(
    'an address of Discord that is a secret',
    'https://discord(?:app)?\\.com/api/webhooks/\\d{5,30}/[\\w-]{30,200}',
  ),
  shape('a token of npm', 'npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])'),
  shape('a token of PyPI', 'pypi-[\\w-]{50,400}'),
  shape('a token of Hugging Face', 'hf_[A-Za-z0-9]{30,100}'),
  shape('a key of Groq', 'gsk_[A-Za-z0-9]{40,100}'),
  shape('a key of xAI', 'xai-[A-Za-z0-9]{40,200}'),
  shape('a key of NVIDIA', 'nvapi-[\\w-]{40,200}'),
  shape('a key of Perplexity', 'pplx-[A-Za-z0-9]{40,200}'),
  shape('a key of SendGrid', 'SG\\.[\\w-]{16,64}\\.[\\w-]{16,128}'),
  shape('a token of DigitalOcean', 'do[oprt]_v1_[0-9a-f]{64}'),
  shape('a token of a bot of Telegram', '\\d{8,10}:AA[\\w-]{33}(?![\\w-])'),
  shape('a key of Azure storage', 'AccountKey=[A-Za-z0-9+/]{86}=='),
  shape('a signed token', 'eyJ[\\w-]{10,2000}\\.eyJ[\\w-]{10,4000}\\.[\\w-]{20,2000}'),
  shape('a token in an _authToken', '_auth(?:Token)?\\s{0,3}=\\s{0,3}["\']?([A-Za-z0-9+/_=-]{16,400})'),
  shape('a token in a header', '[Bb]earer\\s{1,3}([\\w.~+/-]{24,2000}=*)'),
  shape('a password in an address', '[a-z][a-z0-9+.-]{1,20}://[^\\s:/@"\'`<>{}$]{1,100}:([^\\s/@"\'`<>{}$]{6,200})@'),
];

const longestRow = 20_000;

/** What a line seems to hold, and the text of it, which nobody is shown. */
export interface SeenSecret {
  readonly what: string;
  readonly value: string;
}

export function findShapes(row: string): SeenSecret[] {
  const text = row.slice(0, longestRow);
  return shapes.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: inner }) => ({ what, value: inner ?? whole })),
  );
}

const spoken =
  /example|placeholder|dummy|fake|sample|your[-_]?|change[-_]?me|redacted|synthetic|not[-_]?a[-_]?|insert|todo|secret-?here|password/i;

/** Made up for all to see: it says so, repeats itself, or counts. */
export function isMadeUp(value: string): boolean {
  if (spoken.test(value) || /(.)\1{4}/.test(value) || /[xX*.•]{6}/.test(value)) return true;
  if (/0123456|1234567|abcdefg|qwerty|xMjM0NTY3|MTIzNDU2/i.test(value)) return true;
  return new Set(value).size < 6;
}
