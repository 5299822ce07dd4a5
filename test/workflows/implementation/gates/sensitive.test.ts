import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sensitivityOf } from '../../../../src/workflows/implementation/gates/sensitive-paths.ts';
import { changesTestSettings } from '../../../../src/workflows/implementation/gates/test-settings.ts';
import { testGate } from './gate-cases.ts';

const manifest = (more: object) =>
  `${JSON.stringify({ name: 'x', scripts: { test: 'node --test', build: 'tsc' }, ...more })}\n`;
const scripts = (more: object) => manifest({ scripts: { test: 'node --test', build: 'tsc', ...more } });
const resolved = (host: string) => `      "resolved": "https://${host}/left-pad/-/left-pad-1.0.0.tgz",\n`;
const lock = (more: string) => `{\n  "packages": {\n${resolved('registry.npmjs.org')}${more}  }\n}\n`;
const before = { 'package.json': manifest({}), 'package-lock.json': lock('') };

testGate('sensitive', [
  {
    title: 'a manifest that fetches from a new host fails unless the design names the host',
    state: 'failed',
    before: { 'package.json': '{\n  "name": "x"\n}\n', 'requirements.txt': 'a\n' },
    after: {
      'package.json':
        '{\n  "name": "x",\n  "homepage": "https://fine.example/",\n  "dependencies": {\n    "a": "https://evil.example/a.tgz",\n    "b": "git+ssh://git@other.example:o/b.git",\n    "c": "^1.0.0"\n  }\n}\n',
      'requirements.txt':
        'a\n# https://fine.example/\n--extra-index-url https://index.example/simple\nb @ https://pypi.org/b.whl\n',
      'Cargo.toml':
        '[package]\nhomepage = "https://fine.example"\n[dependencies]\nd = { git = "https://evil.example/d" }\n',
    },
    announced: ['Modify package.json', 'Modify requirements.txt', 'Add Cargo.toml'],
    findings: [
      /^Cargo\.toml: a package comes from evil\.example/,
      /^package\.json: a package comes from evil\.example/,
      /^package\.json: a package comes from other\.example/,
      /^requirements\.txt: a package comes from index\.example/,
    ],
  },
  {
    title: 'a host that the design names passes, and so does one that is there already',
    state: 'passed',
    before: { 'package.json': manifest({ dependencies: { a: 'https://old.example/a.tgz' } }) },
    after: {
      'package.json': manifest({
        dependencies: { a: 'https://old.example/a2.tgz', b: 'https://new.example/b.tgz' },
        homepage: 'https://home.example',
      }),
    },
    announced: ['Modify package.json: b comes from new.example'],
  },
  {
    title: 'what acts by itself fails unless the design announces it',
    state: 'failed',
    after: { '.github/workflows/ci.yml': 'x\n', '.claude/settings.json': '{}\n', 'app/Dockerfile': 'FROM x\n' },
    announced: ['Add app/Dockerfile'],
    findings: [/^\.claude\/settings\.json was added: it directs agents$/, /ci\.yml was added: it runs in CI/],
  },
  {
    title: 'announced, it passes',
    state: 'passed',
    after: { '.github/workflows/ci.yml': 'x\n', '.gitattributes': '* text\n' },
    announced: ['Add .github/workflows/ci.yml', 'Add .gitattributes'],
  },
  {
    title: 'what belongs to this tool fails, announced or not',
    state: 'failed',
    after: { 'agentos.config.mts': 'x\n', 'docs/lld/active/LLD-1.md': 'x\n', '.AgentOS/x': 'x\n' },
    announced: ['Add agentos.config.mts', 'Add docs/lld/active/LLD-1.md'],
    findings: [/.AgentOS\/x/, /agentos\.config\.mts was added, and is a file of this tool/, /docs\/lld/],
  },
  {
    title: 'a deleted guard is a change, too',
    state: 'failed',
    before: { '.husky/pre-commit': 'npm test\n', CODEOWNERS: '* @me\n' },
    after: { '.husky/pre-commit': null, CODEOWNERS: null },
    findings: [/\.husky\/pre-commit was deleted/, /CODEOWNERS was deleted: it decides who reviews/],
  },
  {
    title: 'a script that runs on installation must be named, though the manifest is announced',
    state: 'failed',
    before,
    after: { 'package.json': scripts({ postinstall: 'node x.js' }) },
    announced: ['Modify package.json: adds a dependency'],
    findings: [/package\.json: postinstall was changed, and the design does not name it/],
  },
  {
    title: 'named, it passes',
    state: 'passed',
    before,
    after: { 'package.json': scripts({ postinstall: 'node x.js' }) },
    announced: ['Modify package.json: adds a `postinstall` that builds the parser'],
  },
  {
    title: 'the script that says whether tests pass must be named as well; others need not',
    state: 'failed',
    before,
    after: { 'package.json': scripts({ test: 'true', lint: 'biome check' }) },
    announced: ['Modify package.json: adds a dependency'],
    findings: [/package\.json: test was changed/],
  },
  {
    title: 'what the tests are made of by way of other scripts must be named as well',
    state: 'failed',
    before: {
      'package.json': scripts({ test: 'npm run lint && npm run unit', unit: 'npm run -s all', all: 'node --test' }),
    },
    after: {
      'package.json': scripts({
        test: 'npm run lint && npm run unit',
        unit: 'npm run -s all',
        all: 'true',
        preunit: 'x',
      }),
    },
    announced: ['Modify package.json: adds a dependency'],
    findings: [/package\.json: preunit was changed/, /package\.json: all was changed/],
  },
  {
    title: 'what a manifest says of its test framework must be named, too',
    state: 'failed',
    before,
    after: { 'package.json': manifest({ jest: { testPathIgnorePatterns: ['old'] } }) },
    announced: ['Modify package.json: adds a dependency'],
    findings: [/package\.json: jest was changed/],
  },
  {
    title: 'the same holds for files that speak of tests among other things',
    state: 'failed',
    before: { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "-q"\n' },
    after: { 'pyproject.toml': '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "-q -k not_old"\n' },
    announced: ['Modify pyproject.toml: adds a dependency'],
    findings: [/pyproject\.toml: which tests run was changed, unannounced/],
  },
  {
    title: 'other sections of them pass, and so does what is named',
    state: 'passed',
    before: { 'pyproject.toml': '[project]\nname = "x"\n', 'setup.cfg': '[metadata]\n' },
    after: {
      'pyproject.toml': '[project]\nname = "y"\n\n[tool.ruff]\nline-length = 120\n',
      'setup.cfg': '[metadata]\n[tool:pytest]\naddopts = -q\n',
    },
    announced: ['Modify pyproject.toml: another name', 'Modify setup.cfg: quiet tests'],
  },
  {
    title: 'dependencies of an announced manifest pass',
    state: 'passed',
    before,
    after: {
      'package.json': manifest({ dependencies: { 'left-pad': '1.0.0' } }),
      'package-lock.json': lock(resolved('registry.npmjs.org')),
    },
    announced: ['Modify package.json: adds left-pad'],
  },
  {
    title: 'a manifest that is no JSON any more fails',
    state: 'failed',
    before,
    after: { 'package.json': '{ "scripts": {\n' },
    announced: ['Modify package.json'],
    findings: [/cannot be read/],
  },
  {
    title: 'a package from a new host fails',
    state: 'failed',
    before,
    after: { 'package.json': manifest({ x: 1 }), 'package-lock.json': lock(resolved('evil.example')) },
    announced: ['Modify package.json: adds left-pad'],
    findings: [/package-lock\.json:4: a package comes from evil\.example/],
  },
  {
    title: 'a host that packages came from before passes',
    state: 'passed',
    before: { ...before, 'package-lock.json': lock(resolved('npm.corp.example')) },
    after: {
      'package-lock.json': lock(resolved('npm.corp.example') + resolved('npm.corp.example')),
      'package.json': manifest({ x: 1 }),
    },
    announced: ['Modify package.json'],
  },
  {
    title: 'a package that runs a script when it is installed is told, or fails where no manifest is announced',
    state: 'warned',
    before,
    after: { 'package.json': manifest({ x: 1 }), 'package-lock.json': lock('      "hasInstallScript": true,\n') },
    announced: ['Modify package.json'],
    findings: [/runs a script when it is installed/],
  },
  {
    title: 'without an announced manifest it fails',
    state: 'failed',
    before,
    after: { 'package-lock.json': lock('      "hasInstallScript": true,\n') },
    findings: [/runs a script when it is installed/],
  },
]);

const sensitive = [
  ...['.github/workflows/a.yaml', '.gitlab-ci.yml', 'Jenkinsfile', '.circleci/config.yml', '.github/CODEOWNERS'],
  ...[
    '.husky/pre-push',
    'lefthook.yml',
    '.pre-commit-config.yaml',
    '.gitattributes',
    'sub/.gitattributes',
    '.gitmodules',
  ],
  ...['.npmrc', 'packages/x/.npmrc', '.yarnrc.yml', '.pnpmfile.cjs', '.cargo/config.toml', '.yarn/releases/yarn.cjs'],
  ...['.claude/settings.json', '.codex/config.toml', '.mcp.json', '.cursor/rules', 'CLAUDE.md', 'docs/AGENTS.md'],
  ...['.vscode/tasks.json', '.devcontainer/devcontainer.json', '.envrc', 'Dockerfile', 'api.Dockerfile', 'compose.yml'],
  ...[
    'docker-compose.prod.yaml',
    'build.rs',
    'setup.py',
    'vitest.config.ts',
    'vite.config.mts',
    '.pytest.ini',
    'jest.config.js',
    'pytest.ini',
    '.Claude/x',
  ],
];
const plain = [
  ...[
    'src/index.ts',
    'docs/docker.md',
    'src/jenkins.ts',
    'README.md',
    '.gitignore',
    'src/claude.ts',
    'src/agents/a.ts',
  ],
  ...[
    'src/build.rs.ts',
    'src/compose.ts',
    'test/github/workflows.test.ts',
    'src/mcp.ts',
    'src/husky.ts',
    '.prettierrc',
  ],
  ...['package.json', 'tsconfig.json', 'src/setup.pyx', 'conftest.py', 'src/codeowners.ts', '.editorconfig'],
];

test('files that act by themselves are known by their paths, and plain ones are not taken for them', () => {
  assert.deepEqual(
    sensitive.filter((path) => sensitivityOf(path) === null),
    [],
  );
  assert.deepEqual(
    plain.filter((path) => sensitivityOf(path) !== null),
    [],
  );
});

test('headings that never end are read in no time, and spaces within one make no difference', () => {
  const startedAt = performance.now();
  assert.ok(!changesTestSettings('pyproject.toml', null, `[${' '.repeat(990)}\n`.repeat(50)));
  const ms = performance.now() - startedAt;
  assert.ok(ms < 2000, `${Math.round(ms)} ms`);
  assert.ok(changesTestSettings('pyproject.toml', null, '[ tool.pytest.ini_options ]\naddopts = "-k new"\n'));
});
