import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLeak } from '../redaction/oracle.ts';
import { makeRegistry, secrets } from '../redaction/secrets.ts';

const { redactor } = makeRegistry();

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const hexOf = (text: string) => bytesOf(text).toString('hex');
const base64 = (text: string) => bytesOf(text).toString('base64');
const wrap = (text: string, width: number, join: string) =>
  (text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? []).join(join);
const dump = (text: string, write: (place: number, digits: string) => string) =>
  (hexOf(text).match(/.{1,32}/g) ?? []).map((digits, row) => write(row * 16, digits)).join('\n');
const place = (at: number, width: number) => at.toString(16).padStart(width, '0');

/** How tools, logs and languages write what they were given; each as that tool does it. */
const spellings: Readonly<Record<string, (secret: string) => string>> = {
  "python's repr of bytes": (secret) => `b'${secret.replace(/[\\']/g, '\\$&')}'`,
  'base64 in the lines of a mail, indented': (secret) => `    ${wrap(base64('x'.repeat(50) + secret), 76, '\n    ')}`,
  'base64 in a mail that was answered': (secret) => `> ${wrap(base64('x'.repeat(50) + secret), 76, '\n> ')}`,
  'a folded block of yaml': (secret) => `key: >-\n  ${wrap(secret, 30, '\n  ')}\n`,
  'continued lines of a shell': (secret) => wrap(secret, 9, '\\\n'),
  comments: (secret) => `# ${wrap(secret, 18, '\n# ')}`,
  'added lines of a diff': (secret) => `+${wrap(secret, 18, '\n+')}`,
  'lines with the name of a task': (secret) => `[LLD-1] ${wrap(secret, 15, '\n[LLD-1] ')}`,
  'quoted-printable': (secret) => wrap(secret.replaceAll('=', '=3D'), 40, '=\r\n'),
  tcpdump: (secret) =>
    dump(`GET ${secret}`, (at, digits) => `\t0x${place(at, 4)}:  ${wrap(digits, 4, ' ')}  ${fromHex(digits)}`),
  wireshark: (secret) => dump(secret, (at, digits) => `${place(at, 4)}   ${wrap(digits, 2, ' ')}`),
  'xxd in words': (secret) =>
    dump(secret, (at, digits) => `${place(at, 8)}: ${wrap(digits, 4, ' ')}  ${fromHex(digits)}`),
  'curl that tells everything': (secret) => `> x-api-key: ${secret}\r\n> accept: */*\r\n`,
  strace: (secret) => `sendto(3, "x-api-key: ${secret.replace(/["\\]/g, '\\$&')}\\r\\n"..., 200, 0, NULL, 0)`,
  "strace's numbers": (secret) => wrap(hexOf(secret), 2, '\\x').replace(/^/, '\\x'),
  'bytes of go': (secret) => `[]byte{${[...bytesOf(secret)].map((byte) => `0x${byte.toString(16)}`).join(', ')}}`,
  'numbers of go': (secret) => `[${[...bytesOf(secret)].join(' ')}]`,
  'numbers of erlang': (secret) => `<<${[...bytesOf(secret)].join(',')}>>`,
  'a call of fromCharCode': (secret) => `String.fromCharCode(${[...bytesOf(secret)].join(', ')})`,
  'bytes of postgres': (secret) => `\\x${hexOf(secret)}`,
  'bytes of sqlite': (secret) => `X'${hexOf(secret)}'`,
  'digits with dashes': (secret) => wrap(hexOf(secret), 2, '-'),
  'a token of a session': (secret) =>
    [{ alg: 'none' }, { auth: Buffer.from(JSON.stringify({ secret })).toString('base64url') }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.'),
  'basic, as the user': (secret) => `Authorization: Basic ${base64(`${secret}:`)}`,
  'the password of a url': (secret) => `https://user:${encodeURIComponent(secret)}@example.org/`,
  "git's complaint": (secret) => `fatal: unable to access 'https://${encodeURIComponent(secret)}@example.org/x.git/'`,
  'colours of grep': (secret) => `\u001b[01;31m\u001b[K${secret.slice(0, 9)}\u001b[m\u001b[K${secret.slice(9)}`,
  'a line that is written over': (secret) => `${secret.slice(0, 20)}\r${secret}`,
  'a line that grows': (secret) => [...secret].map((_, at) => `\r${secret.slice(0, at + 1)}`).join(''),
  'soft hyphens': (secret) => wrap(secret, 4, '\u00ad'),
  'some of it percent-encoded': (secret) =>
    [...secret].map((character, at) => (at % 3 === 0 ? `%${hexOf(character)}` : character)).join(''),
  'other case': (secret) =>
    secret.replace(/[a-z]/gi, (letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    ),
  'a dump of an environment': (secret) => `A=1\0KEY=${secret}\0B=2`,
};

for (const [title, write] of Object.entries(spellings)) {
  test(`no secret can be read from: ${title}`, () => {
    for (const [name, secret] of Object.entries(secrets)) {
      const text = `before ${write(secret)} after\n`;
      const redacted = redactor.redact(text);
      assert.notEqual(redacted, text, `${name} was not seen`);
      assert.equal(findLeak(redacted, secret), null, `${name}: ${redacted}`);
    }
  });
}

test('a secret in a line of 64 KiB is not seen, wherever the line is cut', () => {
  const { anthropic = '' } = secrets;
  for (let inside = 0; inside <= anthropic.length; inside += 1) {
    const bytes = Buffer.from(`${'x'.repeat(64 * 1024 - inside)}${anthropic}${'y'.repeat(100)}\n`);
    const stream = redactor.openStream();
    const pieces = [bytes.subarray(0, 64 * 1024), bytes.subarray(64 * 1024)].map((piece) =>
      Buffer.from(stream.push(piece)),
    );
    const out = Buffer.concat([...pieces, stream.end()]).toString();
    assert.ok(out.includes('[redacted:anthropic]'), `cut after ${inside}`);
    assert.ok(!out.includes(anthropic.slice(14, 26)), `cut after ${inside}`);
  }
});

function fromHex(digits: string): string {
  return Buffer.from(digits, 'hex').toString('latin1');
}
