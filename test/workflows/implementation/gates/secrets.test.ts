import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { makeRandom } from '../../../../src/simulator/random.ts';
import { judgeGates } from '../../../../src/workflows/implementation/gates/judge-gates.ts';
import { Changes } from './changes.ts';
import { judge } from './gate-cases.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

const draw = makeRandom(7);

/** Made up, and the same in every run: nothing here is anybody's key. */
function random(length: number, alphabet: string = letters): string {
  const made = Array.from({ length }, () => alphabet.charAt(Math.floor(draw() * alphabet.length))).join('');
  // What repeats itself would be taken for made up, and rightly so.
  return /(.)\1{4}|\d{4}|not|todo/i.test(made) || !/\d/.test(made) || !/[a-zA-Z]/.test(made)
    ? random(length, alphabet)
    : made;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const hex = '0123456789abcdef';
const join = (...parts: string[]) => parts.join('');

/** Lines that hold one, and what is in it that nobody may see. */
const caught: readonly (readonly [what: RegExp, line: (secret: string) => string, secret: string])[] = [
  [/Anthropic/, (key) => `const client = new Client('${key}');`, join('sk-', 'ant-', 'api03-', random(60))],
  [/OpenAI/, (key) => `  key: "${key}",`, join('sk-', 'proj-', random(60))],
  [/OpenAI/, (key) => `OPENAI_API_KEY=${key}`, join('sk', '-', random(48))],
  [/Google/, (key) => `https://api.example.org/?key=${key}&x=1`, join('AI', 'za', random(35))],
  [/AWS/, (key) => `aws_access_key_id = ${key}`, join('AK', 'IA', random(16, upper))],
  [/GitHub/, (key) => `git remote add o https://${key}@host`, join('gh', 'p_', random(36))],
  [/GitHub/, (key) => `token: ${key}`, join('github', '_pat_', random(60))],
  [/GitLab/, (key) => `const t = \`${key}\`;`, join('gl', 'pat-', random(20))],
  [/Slack/, (key) => `slack(${JSON.stringify(key)})`, join('xo', 'xb-', random(40))],
  [/Stripe/, (key) => `stripe('${key}')`, join('sk', '_live_', random(24))],
  [/npm/, (key) => `# ${key}`, join('npm', '_', random(36))],
  [/Hugging Face/, (key) => `login("${key}")`, join('hf', '_', random(34))],
  [/signed token/, (key) => `cookie=${key}`, join('eyJ', random(30), '.eyJ', random(60), '.', random(43))],
  [/header/, (key) => `-H "Authorization: Bearer ${key}"`, random(40)],
  [/password in an address/, (key) => `url = "postgres://admin:${key}@db.internal:5432/x"`, random(14)],
  [/_authToken/, (key) => `//registry.npmjs.org/:_authToken=${key}`, random(36)],
  [/given to a name/, (key) => `const clientSecret = '${key}';`, random(32)],
  [/given to a name/, (key) => `  "db_password": "${key}",`, random(24)],
  [/given to a name/, (key) => `apiKey := "${key}"`, random(40, hex)],
  [/given to a name/, (key) => `  private apiToken: string = "${key}";`, `${random(20)}+/${random(20)}==`],
];

/** Lines that only look so. */
const harmless: readonly string[] = [
  'const apiKey = process.env.API_KEY;',
  "secret: 'env:WORK_KEY_1', other: { secret: 'file:~/.keys/work-2' },",
  "const apiKey = readSecret('anthropic-api-key-production');",
  `const commitHash = '${random(40, hex)}';`,
  `const tokenSha256 = '${random(64, hex)}';`,
  `const accessToken = '${random(40, hex)}';`.replace('accessToken', 'tokenDigest'),
  `const tokenId = '${['8', '4', '4', '4', '12'].map((length) => random(Number(length), hex)).join('-')}';`,
  `"integrity": "sha512-${randomBytes(64).toString('base64')}",`,
  "const token = 'your-token-goes-here-1234';",
  "const secret = 'AKIAIOSFODNN7EXAMPLE';",
  `password: "\${DB_PASSWORD_2}-and-more"`,
  'const passwordResetTokenExpiresInMinutes = 15;',
  "const tokenType = 'urn:ietf:params:oauth:token-type:jwt2';",
  "const secretName = 'projects/p1/secrets/db-password/versions/latest2';",
  "credentials: 'same-origin-and-include-2024',",
  "if (text.includes('-----BEGIN PRIVATE KEY-----')) refuse();",
  'const shape = /sk-ant-[A-Za-z0-9_-]{20,}/;',
  "const prefix = 'ghp_';",
  "fetch('https://user:password@example.org/');",
  'Authorization: Bearer <token>',
  `Authorization: Bearer \${token.accessTokenOfTheUser}`,
  "key: 'sk-ant-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',",
  "assert.equal(mask('ghp_0000000000000000000000000000000000000'), '…');",
  'const tokenizerModelName = "tokenizerForEnglishVersion12";',
  `.task-risk-assessment-for-everybody-and-all-of-their-friends { color: #${random(6, hex)}; }`,
];

test('a secret in an added line is found, by its kind and place, and never shown', async () => {
  const lines = caught.map(([, line, secret]) => line(secret));
  const { state, findings, summary } = await judge('secrets', {
    after: { 'src/keys.ts': `${lines.join('\n')}\n`, '.env.example': `${lines[2]}\n` },
  });
  assert.equal(state, 'failed');
  for (const [at, [what, line, secret]] of caught.entries()) {
    const own = findings.filter((finding) => finding.startsWith(`src/keys.ts:${at + 1}: `));
    const isBare = /^OPENAI|^aws/.test(line(secret));
    assert.ok(own.some((finding) => what.test(finding)) || isBare, `${at}: ${what}`);
    assert.ok(own.length > 0, `${at}: ${what}`);
    assert.ok(![...findings, summary].some((finding) => finding.includes(secret.slice(0, 12))), 'it is shown');
  }
});

test('what only looks like one passes', async () => {
  const { state, findings } = await judge('secrets', { after: { 'src/words.ts': `${harmless.join('\n')}\n` } });
  assert.deepEqual({ state, findings }, { state: 'passed', findings: [] });
});

test('a secret that was there before, or that goes away, is not this change', async () => {
  const line = `const t = '${join('gh', 'p_', random(36))}';\n`;
  const before = { 'a.ts': `${line}x\n`, 'b.ts': line };
  const { state } = await judge('secrets', { before, after: { 'a.ts': `${line}y\n`, 'b.ts': null } });
  assert.equal(state, 'passed');
});

test('a private key is found with its content, on one line or on several', async () => {
  const mark = join('-----BEGIN ', 'RSA ', 'PRIVATE KEY-----');
  const { findings } = await judge('secrets', {
    after: {
      'a.pem': `${mark}\n${randomBytes(48).toString('base64')}\n`,
      'b.ts': `const key = '${mark}\\n${randomBytes(48).toString('base64')}';\n`,
      'c.md': `It begins with ${mark}.\n\nThen comes the rest.\n`,
    },
  });
  assert.deepEqual(
    findings.filter((finding) => finding.includes('private key')).map((finding) => finding.split(':')[0]),
    ['a.pem', 'b.ts'],
  );
});

test('lock files have hashes; in files of settings values stand bare; files for secrets are refused by name', async () => {
  const value = random(32);
  const { findings } = await judge('secrets', {
    after: {
      'package-lock.json': `"secretToken": "${random(40)}"\n`,
      'config/app.yaml': `db:\n  password: ${value}\n`,
      '.env': 'A=1\n',
      '.env.example': 'API_TOKEN=\n',
      'src/a.ts': `password: ${value}\n`,
    },
  });
  assert.deepEqual(
    findings.map((finding) => finding.split(':')[0]),
    ['.env', 'config/app.yaml'],
  );
});

test('a key of the batch, which a patch shows redacted, is found; words that look like that are not', async () => {
  using changes = new Changes();
  const input = await changes.input({
    after: { 'a.ts': "const a = '[redacted:work]';\nconst b = 'OUR-KEY';\n", 'b.ts': '// [redacted]\n' },
  });
  const patch = input.diff.patch.replace('OUR-KEY', '[redacted:work]');
  assert.notEqual(patch, input.diff.patch);
  const results = await judgeGates({ ...input, diff: { ...input.diff, patch } });
  const { state, findings = [] } = results.find(({ gate }) => gate === 'secrets') ?? {};
  assert.equal(state, 'failed');
  assert.deepEqual(findings, ['a.ts:2: this is a key that this batch works with; it is not shown here']);
});
