import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { listClosedProxies, listSecrets, readProxyVariables } from '../../src/config/proxy-variables.ts';
import { AgentOsError } from '../../src/model/errors.ts';
import { findProxy } from '../../src/proxies/proxy.ts';

const provider = 'https://api.provider.example';

function find(url: string, exceptions = '', place = provider) {
  return findProxy({ variable: 'HTTPS_PROXY', url, exceptions }, place);
}

test('a proxy is named by its URL, with or without what is usual in it', () => {
  const places = {
    'http://proxy.example:3128': 'http://proxy.example:3128',
    'http://proxy.example:3128/': 'http://proxy.example:3128',
    'proxy.example:3128': 'http://proxy.example:3128',
    'https://proxy.example': 'https://proxy.example:443',
    'HTTP://Proxy.Example': 'http://proxy.example:80',
    'http://[fd00::7]:3128': 'http://[fd00::7]:3128',
    'http://me:pass@proxy.example:3128': 'http://proxy.example:3128',
  };
  for (const [url, origin] of Object.entries(places)) assert.equal(find(url)?.origin, origin);
  assert.equal(find('http://[fd00::7]:3128')?.host, 'fd00::7');
});

test('name and password are opened for the proxy alone, and shown nowhere', () => {
  const proxy = find('http://me%40corp:p%2Fss%20w%C3%B6rd@proxy.example:3128');
  const [, login = ''] = proxy?.authorization?.open().split(' ') ?? [];
  assert.equal(Buffer.from(login, 'base64').toString('utf8'), 'me@corp:p/ss wörd');
  assert.equal(proxy?.url.open(), 'http://me%40corp:p%2Fss%20w%C3%B6rd@proxy.example:3128');
  for (const shown of [inspect(proxy, { depth: 9 }), JSON.stringify(proxy)]) assert.doesNotMatch(shown, /corp|ss|bWV/);
});

test('what is no proxy, or one of another kind, is refused without a word of what was set', () => {
  const wrong = [
    'socks5://secret.example:1080',
    'http://',
    'http://secret:pa#ss@proxy.example:3128',
    'http://secret:12/34@proxy.example:3128',
    'http://secret:12?34@proxy.example:3128',
    'http://secret:%E0%A4%A@proxy.example:3128',
    'http://secret proxy',
    'http://secret.example:99999',
  ];
  for (const url of wrong) {
    assert.throws(
      () => find(url),
      (error) => error instanceof AgentOsError && error.code === 'PROXY_INVALID' && !/secret|34/.test(error.message),
      url,
    );
  }
});

test('a proxy that nobody needs may be anything', () => {
  const places = [
    'http://127.0.0.1:8080',
    'https://127.0.0.1',
    'https://localhost:1',
    'https://[::1]:8443',
    'http://localhost',
  ];
  for (const place of places) {
    assert.equal(find('socks5://x', '', place), null, place);
    assert.equal(find('http://proxy.example:3128', '', place), null, place);
  }
  assert.equal(find('socks5://x', 'provider.example'), null);
  assert.equal(findProxy(null, provider), null);
});

test('exceptions are names with all below them, ports, addresses and networks', () => {
  const ofName = 'https://api.provider.example';
  const cases: [string, string, boolean][] = [
    ['*', ofName, true],
    ['provider.example', ofName, true],
    ['.provider.example', ofName, true],
    ['*.provider.example', ofName, true],
    ['api.provider.example', ofName, true],
    ['API.Provider.Example', ofName, true],
    ['other.example, api.provider.example', ofName, true],
    ['other.example api.provider.example', ofName, true],
    ['api.provider.example:443', ofName, true],
    ['api.provider.example:8443', ofName, false],
    ['provider.example:8443', `${ofName}:8443`, true],
    ['der.example', ofName, false],
    ['api', ofName, false],
    ['', ofName, false],
    [',,', ofName, false],
    ['.', ofName, false],
    ['localhost,127.0.0.1', ofName, false],
    ['10.1.2.3', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/16', 'https://10.1.2.3', false],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['0.0.0.0/0', ofName, false],
    ['2.3', 'https://10.1.2.3', false],
    ['fd00::/8', 'https://[fd00::7]', true],
    ['[fd00::7]', 'https://[fd00::7]', true],
    ['fd00::7', 'https://[fd00::7]', true],
    ['[fd00::7]:8443', 'https://[fd00::7]', false],
    ['fd00::/8', 'https://10.1.2.3', false],
  ];
  for (const [exceptions, place, isExcepted] of cases) {
    assert.equal(find('http://proxy.example:3128', exceptions, place) === null, isExcepted, `${exceptions} ${place}`);
  }
});

test('variables in small letters come first, and what is empty does not count', () => {
  const [small, large] = ['http://small:1', 'http://large:1'];
  assert.deepEqual(readProxyVariables({ https_proxy: small, HTTPS_PROXY: large, NO_PROXY: 'a', no_proxy: '' }), {
    variable: 'https_proxy',
    url: small,
    exceptions: 'a',
  });
  assert.equal(readProxyVariables({ https_proxy: ' ', HTTPS_PROXY: ` ${large} ` })?.url, large);
  assert.equal(readProxyVariables({ HTTP_PROXY: large, ALL_PROXY: large }), null, 'nothing goes out without TLS');
});

test('a variable with a login in it holds a secret, whatever else is wrong with it', () => {
  const environment = { HTTP_PROXY: 'http://me:pass@a', HTTPS_PROXY: 'http://a:1', all_proxy: 'tok@b' };
  assert.deepEqual(listClosedProxies(environment), ['HTTP_PROXY', 'all_proxy']);
  assert.deepEqual(listSecrets('HTTPS_PROXY', 'http://me:a:b%2Fc@d@proxy:1'), ['a:b/c@d']);
  assert.deepEqual(listSecrets('https_proxy', 'token@proxy'), ['token']);
  assert.deepEqual(listSecrets('https_proxy', 'http://me:100%@proxy'), ['100%']);
  assert.deepEqual(listSecrets('http_proxy', 'http://proxy:1'), ['']);
  assert.deepEqual(listSecrets('OPENAI_API_KEY', 'one, two'), ['one', 'two']);
});
