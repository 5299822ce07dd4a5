import { inspect } from 'node:util';
import { deflateSync, gzipSync } from 'node:zlib';
import { encodings, escapeHtml, toBase32, uuencode } from './encodings.ts';

/** One way to write a secret into a text. */
export type Vector = (secret: string) => string;

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');
const base64url = (text: string) => Buffer.from(text, 'latin1').toString('base64url');
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');
const code = (character: string) => character.charCodeAt(0);
const wrapAt = (text: string, width: number, end = '\n') => text.replace(new RegExp(`.{${width}}`, 'g'), `$&${end}`);

/** As `xxd` and `hexdump -C` print it: sixteen bytes a line, and what they are beside them. */
function dump(text: string, group: number, join: (place: string, bytes: string, shown: string) => string): string {
  const lines = text.match(/.{1,16}/g) ?? [];
  return lines
    .map((line, at) => {
      const bytes = hex(line).replace(new RegExp(`.{${group * 2}}`, 'g'), '$& ');
      return join((at * 16).toString(16).padStart(8, '0'), bytes.trim().padEnd(40), line);
    })
    .join('\n');
}

/** The text forms of the design (its numbers first), and more of our own. */
export const vectors: Readonly<Record<string, Vector>> = {
  '01 plain': (secret) => secret,
  '05 bearer': (secret) => `Authorization: Bearer ${secret}\r\n`,
  '06 inspect': (secret) => inspect({ headers: { 'x-api-key': secret } }),
  '07 json': (secret) => JSON.stringify({ key: secret }),
  '08 json in json': (secret) => JSON.stringify({ body: JSON.stringify({ key: secret }) }),
  '09 url': (secret) => `https://host/v1?key=${encodeURIComponent(secret)}&alt=sse`,
  '10 double percent': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  '11 lower-case percent': (secret) => encodeURIComponent(secret).replace(/%../g, (part) => part.toLowerCase()),
  '12 all percent': (secret) => each(secret, (character) => `%${hex(character)}`),
  '12b all percent, twice': (secret) => each(secret, (character) => `%25${hex(character).toUpperCase()}`),
  '13 base64': base64,
  '14 unpadded': (secret) => base64(`a${secret}`).replaceAll('=', ''),
  '15 base64url': (secret) => base64url(`ab${secret}`),
  '16 basic auth': (secret) => `Basic ${base64(`user:${secret}`)}`,
  '17 base64 with newlines': (secret) => wrapAt(base64(`${secret}\n`), 76),
  '17b base64 in short lines': (secret) => wrapAt(base64(secret), 20, '\r\n'),
  '18 base64 of json': (secret) => base64(JSON.stringify({ name: 'x', key: secret })),
  '19 base64 twice': (secret) => base64(base64(secret)),
  '19b base64url of base64': (secret) => base64url(`x${base64(`y${secret}`)}`),
  '21 hex': hex,
  '22 HEX': (secret) => hex(secret).toUpperCase(),
  '22b hex with colons': (secret) => each(secret, (character) => `${hex(character)}:`),
  '22c hex in an array': (secret) => each(secret, (character) => `0x${hex(character)}, `),
  '22d \\x': (secret) => each(secret, (character) => `\\x${hex(character)}`),
  '22e octal': (secret) => each(secret, (character) => `\\${code(character).toString(8).padStart(3, '0')}`),
  '22f hex in odd lines': (secret) => wrapAt(hex(secret), 37),
  '23 xxd': (secret) => dump(secret, 2, (place, bytes, shown) => `${place}: ${bytes}  ${shown}`),
  '23b xxd, shifted': (secret) => dump(`token=${secret}`, 2, (place, bytes, shown) => `${place}: ${bytes}  ${shown}`),
  '23c hexdump': (secret) => dump(secret, 1, (place, bytes, shown) => `${place}  ${bytes}  |${shown}|`),
  '24 buffer': (secret) => inspect(Buffer.from(secret, 'latin1').subarray(0, 50)),
  '25 buffer json': (secret) => JSON.stringify(Buffer.from(secret, 'latin1')),
  '25b buffer json, pretty': (secret) => JSON.stringify(Buffer.from(secret, 'latin1'), null, 2),
  '25c typed array': (secret) => inspect(Uint8Array.from(Buffer.from(secret, 'latin1')), { maxArrayLength: null }),
  '25d decimal with spaces': (secret) => each(secret, (character) => `${code(character)} `),
  '26 \\u': (secret) => each(secret, (character) => `\\u00${hex(character)}`),
  '26b \\u in json': (secret) => JSON.stringify(each(secret, (character) => `\\u00${hex(character).toUpperCase()}`)),
  '26c \\u{}': (secret) => each(secret, (character) => `\\u{${hex(character)}}`),
  '27 html': (secret) => each(secret, escapeHtml),
  '27b html twice': (secret) => each(each(secret, escapeHtml), escapeHtml),
  '28 html numeric': (secret) => each(secret, (character) => `&#${code(character)};`),
  '28b html hex': (secret) => each(secret, (character) => `&#x${hex(character).toUpperCase()};`),
  '30 ansi': (secret) => each(secret, (character) => `\u001b[38;5;${code(character)}m${character}\u001b[0m`),
  '31 zero width': (secret) => each(secret, (character) => `${character}\u200b`),
  '31b nul': (secret) => each(secret, (character) => `${character}\0`),
  '31c no-break spaces': (secret) => each(secret, (character) => `${character}\u00a0\u2060\ufeff`),
  '32 soft wrap': (secret) => wrapAt(secret, 20),
  '32b wrapped in a box': (secret) => wrapAt(secret, 20, ' │\r\n│ '),
  '32c spaces': (secret) => each(secret, (character) => `${character} `),
  '32d one a line': (secret) => each(secret, (character) => `${character}\n`),
  '33 reversed': (secret) => [...secret].reverse().join(''),
  '35 upper case': (secret) => secret.toUpperCase(),
  '35b lower case': (secret) => secret.toLowerCase(),
  '36 head': (secret) => secret.slice(0, 24),
  '37 tail': (secret) => secret.slice(-24),
  '37b middle': (secret) => secret.slice(13, 31),
  '40 gzip, base64': (secret) => gzipSync(JSON.stringify({ key: secret })).toString('base64'),
  '40b gzip, base64, wrapped': (secret) => wrapAt(gzipSync(`${'x'.repeat(80)}${secret}`).toString('base64'), 76),
  '41 glued': (secret) => `abc${secret}def`,
  '42 twice': (secret) => `${secret}${secret}`,
  '42b on two lines': (secret) => `${secret}\n${secret}`,
  '44 percent of \\u': (secret) => encodeURIComponent(each(secret, (character) => `\\u00${hex(character)}`)),
  '44b hex of base64': (secret) => hex(base64(secret)),
  '44c markdown': (secret) => secret.replace(/[-_*.]/g, '\\$&'),
  '50 characters, printed': encodings['list of characters, printed'],
  '50b characters': encodings['list of characters'],
  '50c characters, one a line': encodings['list of characters, one a line'],
  '50d characters by number': encodings['object of characters'],
  '50e characters by number, printed': encodings['object of characters, printed'],
  '50g characters of base64': (secret) => JSON.stringify([...base64(secret)]),
  '51 bytes by number': encodings['object of bytes'],
  '51b bytes by number, one a line': encodings['object of bytes, one a line'],
  '52 od -x': encodings['od -x'],
  '52b hexdump': encodings.hexdump,
  '52c od -b': encodings['od -b'],
  '52d binary': encodings['binary numbers'],
  '52e xxd of base32': (secret) => dump(toBase32(secret), 2, (place, bytes, shown) => `${place}: ${bytes}  ${shown}`),
  '53 base64 of utf-16': encodings['base64 of utf-16'],
  '53b base64 of hex': (secret) => base64(hex(secret)),
  '53c base64 three times': (secret) => base64(base64(base64(secret))),
  '53d hex twice': (secret) => hex(hex(secret)),
  '54 zlib, base64': encodings['zlib, base64'],
  '54b zlib, hard': (secret) => deflateSync(secret, { level: 9 }).toString('base64'),
  '54c gzip, base64, indented': encodings['gzip, base64, indented'],
  '54d gzip, base64 twice': (secret) => base64(gzipSync(secret).toString('base64')),
  '54e gzip, hex': (secret) => gzipSync(secret).toString('hex'),
  '54f gzip, quoted': (secret) => `> ${wrapAt(gzipSync(`${hex(secret)}${secret}`).toString('base64'), 57, '\n> ')}`,
  '55 overstruck': encodings.overstruck,
  '55b underlined': (secret) => each(secret, (character) => `_\b${character}`),
  '56 base32': toBase32,
  '56b base32, small': (secret) => toBase32(secret).toLowerCase(),
  '56c ascii85': encodings.ascii85,
  '56d ascii85, adobe': (secret) => `<~${encodings.ascii85(secret)}~>`,
  '56e base85': encodings.base85,
  '56f uuencode': uuencode,
  '57 quoted-printable': encodings['quoted-printable'],
  '57b quoted-printable, all': encodings['quoted-printable, all'],
  '58 base64, backwards': (secret) => [...base64(secret)].reverse().join(''),
};
