import { testGate } from './gate-cases.ts';

const binary = new Uint8Array([0x89, 0x50, 0, 1, 2, 0, 3]);

testGate('content', [
  {
    title: 'a link in the place of a report of ours is judged like any other',
    state: 'failed',
    after: { 'docs/reports/137/test-report.md': { link: '../../../../out' } },
    changes: { ownPaths: ['docs/reports/137/test-report.md'] },
    findings: [/leads out of the repository/],
  },
  {
    title: 'plain files pass: accents, carriage returns, a mark of the encoding, emojis',
    state: 'passed',
    after: {
      'src/ä b.ts': "export const name = 'Zoë';\r\nexport const ok = 1;\r\n",
      'src/bom.ts': '\ufeffexport const a = 1;\n',
      'docs/a.md': 'Done 👩‍💻 ✔️\n',
      'src/sub/link.ts': { link: '../bom.ts' },
    },
  },
  {
    title: 'a link that leads out fails',
    state: 'failed',
    after: {
      'a/abs': { link: '/etc/passwd' },
      'a/git': { link: '../.git/config' },
      'a/inside': { link: '../b/x' },
      'a/up': { link: '../../outside' },
    },
    findings: [/^a\/abs is a link that leads out/, /^a\/git is a link into \.git/, /^a\/up is a link that leads out/],
  },
  {
    title: 'a file that became a link is judged as one',
    state: 'failed',
    before: { 'src/a.ts': 'x\n' },
    after: { 'src/a.ts': { link: '/tmp' } },
    announced: ['Modify src/a.ts'],
    findings: [/src\/a\.ts is a link that leads out/],
  },
  {
    title: 'a commit of another repository fails',
    state: 'failed',
    after: { 'lib/x': { submodule: true } },
    announced: ['Add lib/x'],
    findings: [/^lib\/x is a commit of another repository$/],
  },
  {
    title: 'a binary file fails unless it is announced',
    state: 'failed',
    after: { 'img/a.png': binary, 'img/b.png': binary },
    announced: ['Add img/a.png'],
    findings: [/^img\/b\.png is binary/],
  },
  {
    title: 'more than 5 MB fail',
    state: 'failed',
    after: { 'data/big.bin': new Uint8Array(5 * 1024 * 1024 + 1) },
    announced: ['Add data/big.bin'],
    findings: [/big\.bin has 5242881 bytes/],
  },
  {
    title: 'a text that is too large to be judged fails, or is told where it is announced; lock files may be large',
    state: 'failed',
    after: {
      'src/a.ts': 'export const a = 1;\n'.repeat(60_000),
      'src/b.ts': 'export const b = 1;\n'.repeat(60_000),
      'yarn.lock': 'a@1:\n'.repeat(250_000),
    },
    announced: ['Add src/b.ts'],
    findings: [/^src\/a\.ts is too large to be judged/, /^src\/b\.ts is too large to be judged/],
  },
  {
    title: 'a program that nobody announced fails',
    state: 'failed',
    before: { 'src/a.sh': '#!/bin/sh\n' },
    after: {
      'bin/x': { program: '#!/bin/sh\n' },
      'src/a.sh': { program: '#!/bin/sh\n' },
      'bin/y': { program: '#!/bin/sh\n' },
    },
    announced: ['Add bin/y'],
    findings: [/^bin\/x can be executed/, /^src\/a\.sh can be executed/],
  },
  {
    title: 'an announced file that can be executed and is no program is told',
    state: 'warned',
    after: { 'src/a.ts': { program: 'export const a = 1;\n' } },
    announced: ['Add src/a.ts'],
    findings: [/is no program/],
  },
  {
    title: 'names that are not plain text fail',
    state: 'failed',
    after: { 'src/a\u202eb.ts': 'x\n', 'src/new\nline.ts': 'x\n', 'src/back\\slash.ts': 'x\n' },
    findings: [/name/, /name/, /name/],
  },
  {
    title: 'characters that nobody sees fail in sources, wherever they stand',
    state: 'failed',
    after: {
      'src/a.ts': 'const ok = 1;\nconst a\u200b = 2;\n// \u202e } \u2066 if (isAdmin)\n',
      'docs/a.md': 'plain\n\u202eturned\n',
    },
    findings: [/^docs\/a\.md:2: .*U\+202E/, /^src\/a\.ts:2: .*U\+200B/, /^src\/a\.ts:3: .*U\+202E, U\+2066/],
  },
  {
    title: 'in prose it is told; a joiner that is part of a language hides nothing',
    state: 'warned',
    after: {
      'docs/fa.md': 'می\u200cخواهم\n',
      'src/fa.ts': "export const a = 'می\u200cخواهم';\n",
      'docs/a.md': 'a\u200cb\n',
    },
    findings: [/docs\/a\.md:1: .*U\+200C/],
  },
  {
    title: 'what was hidden before is not this change',
    state: 'passed',
    before: { 'src/a.ts': 'const a\u200b = 2;\n' },
    after: { 'src/a.ts': 'const a\u200b = 2;\nconst b = 1;\n' },
  },
  {
    title: 'a change that is too large to be judged fails',
    state: 'failed',
    after: { 'src/a.ts': 'const a = 1;\n'.repeat(1000) },
    maxPatchBytes: 2000,
    findings: [/too large to be judged/],
  },
]);
