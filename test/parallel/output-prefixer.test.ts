import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { escapeUnsafe } from '../../src/model/text.ts';
import { OutputPrefixer } from '../../src/parallel/output-prefixer.ts';
import { isPlainText } from '../../src/parallel/plain-bytes.ts';
import { cutBytes } from '../cut-bytes.ts';
import { projectDir } from '../workspace.ts';

interface Trial {
  readonly prefix?: string;
  readonly maxLineBytes?: number;
}

/** What comes out of these chunks; each thing written must be whole lines. */
function prefix(chunks: readonly (string | Uint8Array)[], { prefix = '> ', maxLineBytes = 1000 }: Trial = {}): string {
  const written: string[] = [];
  const prefixer = new OutputPrefixer({ prefix, maxLineBytes, write: (lines) => written.push(lines) });
  for (const chunk of chunks) prefixer.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  prefixer.end();
  assert.ok(written.every((lines) => lines.endsWith('\n')));
  return written.join('');
}

test('every line starts with the prefix, also an empty one and one without an end', () => {
  assert.equal(prefix(['one\n\ntwo\n\n\nthree']), '> one\n> \n> two\n> \n> \n> three\n');
  assert.equal(prefix(['\n']), '> \n');
  assert.equal(prefix([]), '');
});

test('a line is held until it is complete', () => {
  const written: string[] = [];
  const prefixer = new OutputPrefixer({ prefix: '[LLD-1] ', write: (lines) => written.push(lines) });
  prefixer.push(Buffer.from('half a'));
  assert.deepEqual(written, []);
  prefixer.push(Buffer.from(' line\nand'));
  assert.deepEqual(written, ['[LLD-1] half a line\n']);
  prefixer.end();
  prefixer.end();
  assert.deepEqual(written, ['[LLD-1] half a line\n', '[LLD-1] and\n']);
});

test('the lines of one chunk are written at once', () => {
  const written: string[] = [];
  const prefixer = new OutputPrefixer({ prefix: '', write: (lines) => written.push(lines) });
  prefixer.push(Buffer.from('a\nb\nc\n'));
  assert.deepEqual(written, ['a\nb\nc\n']);
});

test('a prefix is text, never a pattern and never more than one line', () => {
  assert.equal(prefix(['a\nb\nc\n'], { prefix: "$& $1 $' " }), "$& $1 $' a\n$& $1 $' b\n$& $1 $' c\n");
  assert.equal(prefix(['a\n'], { prefix: '\n\u001b[1m ' }), '\\n\\u001b[1m a\n');
});

test('CRLF ends a line as LF does, wherever it is cut', () => {
  assert.equal(prefix(['a\r\nb\r\n']), '> a\n> b\n');
  assert.equal(prefix(['a\r', '\nb', '\r', '\r\n']), '> a\n> b\n');
});

test('of a line that overwrites itself, its last state is shown', () => {
  assert.equal(prefix(['10%\r20%\r100%\ndone\n']), '> 100%\n> done\n');
  assert.equal(prefix(['10%', '\r', '20%\r', '\r', '30%\r']), '> 30%\n');
  assert.equal(prefix(['x\n10%\r20%\r\n\r\r\ny\n']), '> x\n> 20%\n> \n> y\n');
});

test('a long line comes in pieces, each a line of its own, and none is empty', () => {
  assert.equal(prefix(['abcdefghij\nklm\n'], { maxLineBytes: 4 }), '> abcd\n> efgh\n> ij\n> klm\n');
  assert.equal(prefix(['abcdefgh\r\nklm\n'], { maxLineBytes: 4 }), '> abcd\n> efgh\n> klm\n');
});

test('no piece cuts a character in two', () => {
  assert.equal(prefix(['aaa€bbb😀c'], { maxLineBytes: 4 }), '> aaa\n> €b\n> bb\n> 😀\n> c\n');
  assert.equal(prefix(['éé€€€€'], { maxLineBytes: 5 }), '> éé\n> €\n> €\n> €\n> €\n');
});

test('a limit that could not hold a character is refused', () => {
  for (const maxLineBytes of [0, 3, -1, 4.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.throws(() => prefix([], { maxLineBytes }), { code: 'OPTION_INVALID' }, String(maxLineBytes));
  }
});

test('what could drive a terminal is shown as an escape, also when it is cut', () => {
  assert.equal(prefix(['\u001b[2J\u001b]0;title\u0007\0\n']), '> \\u001b[2J\\u001b]0;title\\u0007\\u0000\n');
  assert.equal(prefix(['\u001b', '[31', 'm\n']), '> \\u001b[31m\n');
  assert.equal(prefix([Buffer.of(0xc2), Buffer.of(0x9b), 'A\n']), '> \\u009bA\n');
  assert.equal(prefix(['a\u202eb\u200bc\ufeffd\u007f\u2028\n']), '> a\\u202eb\\u200bc\\ufeffd\\u007f\\u2028\n');
  assert.equal(prefix(['x\ny\u001bz\u202e\nz\n']), '> x\n> y\\u001bz\\u202e\n> z\n');
  assert.equal(prefix(['\ttab\n\u{e0041}\n']), '> \ttab\n> \\udb40\\udc41\n');
});

test('invalid UTF-8 becomes U+FFFD, and a character cut between chunks stays whole', () => {
  assert.equal(prefix([Buffer.from('a\xffb\xc3\nc\n', 'latin1')]), '> a\ufffdb\ufffd\n> c\n');
  const bytes = Buffer.from('grüße 😀\n');
  assert.equal(prefix([...bytes].map((byte) => Buffer.of(byte))), '> grüße 😀\n');
});

test('output without a newline for ever is held up to one line only', () => {
  let length = 0;
  const prefixer = new OutputPrefixer({ prefix: '', write: (lines) => (length += lines.length) });
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let count = 0; count < 100; count += 1) {
    prefixer.push(chunk);
    assert.ok((count + 1) * chunk.length - length <= 64 * 1024);
  }
});

test('100 MB of one line, or of progress, need no more memory than a few chunks', () => {
  const script = `
    import { OutputPrefixer } from '${projectDir}/src/parallel/output-prefixer.ts';
    let last = '';
    for (const text of ['x', 'working … 10%\\r']) {
      const prefixer = new OutputPrefixer({ prefix: '', write(lines) { last = lines; } });
      const chunk = Buffer.alloc(64 * 1024, text);
      for (let count = 0; count < 1600; count += 1) prefixer.push(chunk);
      prefixer.end();
    }
    process.stdout.write(last);`;
  const args = ['--max-old-space-size=24', '--input-type=module', '-e', script];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, 'it ran out of memory');
  assert.match(stdout, /^[^\r\n]+\n$/);
});

const byteText = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  fc
    .array(
      fc.constantFrom(
        ...['\n', '\n', '\r', '\r\n', '\t', 'a', 'longer text', 'é', '€', '😀', '\u001b[1m', '\0', '\u202e', '\u009b'],
        ...['\u{e0041}', '\ufeff', '\u007f', '$&'],
      ),
      { maxLength: 60 },
    )
    .map((parts) => Buffer.from(parts.join(''))),
);
const stream = fc.array(byteText, { maxLength: 6 }).map((parts) => Buffer.concat(parts));
const maxLineBytes = fc.oneof(fc.integer({ min: 4, max: 20 }), fc.constant(1000));
const runs = { numRuns: 3000, seed: 106 };

test('what is written does not depend on where the chunks were cut', () => {
  fc.assert(
    fc.property(stream, fc.array(fc.nat(), { maxLength: 30 }), maxLineBytes, (bytes, places, max) => {
      const whole = prefix([bytes], { maxLineBytes: max });
      assert.equal(prefix(cutBytes(bytes, places), { maxLineBytes: max }), whole);
      assert.equal(
        prefix(
          [...bytes].map((byte) => Buffer.of(byte)),
          { maxLineBytes: max },
        ),
        whole,
      );
    }),
    runs,
  );
});

test('any bytes come out as prefixed lines with nothing unsafe in them', () => {
  fc.assert(
    fc.property(stream, maxLineBytes, (bytes, max) => {
      const written = prefix([bytes], { maxLineBytes: max });
      assert.equal(escapeUnsafe(written), written);
      assert.ok(written.isWellFormed());
      const lines = written.split('\n');
      assert.equal(lines.pop(), '');
      assert.ok(lines.every((line) => line.startsWith('> ')));
    }),
    runs,
  );
});

/** The definition, one line after the other. */
function describeLines(bytes: Uint8Array): string {
  const lines = Buffer.from(bytes).toString('utf8').split('\n');
  if (/^\r*$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines.map((line) => `> ${escapeUnsafe(line.replace(/\r+$/, '').replace(/^.*\r/s, ''))}\n`).join('');
}

test('lines that fit are shown as the definition says', () => {
  fc.assert(
    fc.property(stream, (bytes) => {
      assert.equal(prefix([bytes]), describeLines(bytes));
    }),
    runs,
  );
});

test('pieces put together are the line, and none is longer than allowed', () => {
  const line = stream.map((bytes) => bytes.filter((byte) => byte !== 0x0a && byte !== 0x0d));
  fc.assert(
    fc.property(line, fc.integer({ min: 4, max: 20 }), (bytes, max) => {
      const pieces = prefix([bytes], { prefix: '', maxLineBytes: max }).split('\n').slice(0, -1);
      assert.equal(pieces.join(''), escapeUnsafe(Buffer.from(bytes).toString('utf8')));
      assert.ok(pieces.every((piece) => piece !== '' && piece.length <= max * 6));
      assert.ok(pieces.length <= Math.ceil(bytes.length / (max - 3)));
    }),
    runs,
  );
});

test('plain text is printable ASCII, tab and newline, at any place of any piece of memory', () => {
  const isPlain = (byte: number) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a;
  const memory = new Uint8Array(64);
  for (let start = 0; start < 4; start += 1) {
    for (const length of [1, 3, 7, 8, 11, 16, 24, 45]) {
      const bytes = memory.subarray(start, start + length);
      for (let byte = 0; byte < 256; byte += 1) {
        for (const filler of [0x20, 0x7e, 0x0a, 0x09]) {
          for (let at = 0; at < length; at += 1) {
            bytes.fill(filler)[at] = byte;
            if (isPlainText(bytes) !== isPlain(byte)) assert.fail(`${byte} at ${at} of ${length} from ${start}`);
          }
        }
      }
    }
  }
});
