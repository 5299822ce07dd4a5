/** Files that act by themselves, or decide what others may do, by what they are for. */
const kinds: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'runs in CI',
    pattern:
      /^(?:\.github\/(?:workflows|actions)\/|\.github\/(?:dependabot|renovate)|\.gitea\/|\.forgejo\/|\.gitlab-ci|\.gitlab\/|\.circleci\/|\.buildkite\/|\.woodpecker|\.travis\.yml$|\.drone\.yml$|\.?appveyor\.yml$|azure-pipelines|bitbucket-pipelines|cloudbuild\.ya?ml$|jenkinsfile)/,
  },
  { what: 'decides who reviews', pattern: /(?:^|\/)codeowners$/ },
  {
    what: 'is run by git',
    pattern:
      /(?:^|\/)(?:\.husky|\.githooks|\.git-hooks|\.hooks)\/|(?:^|\/)(?:\.gitattributes|\.gitmodules|\.gitconfig|\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.pre-commit-config\.ya?ml|\.lintstagedrc[^/]*|\.lfsconfig)$/,
  },
  {
    what: 'directs a package manager',
    pattern:
      /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.[mc]?js|pnpm-workspace\.yaml|bunfig\.toml|\.pypirc|pip\.conf|\.condarc|\.bowerrc)$|(?:^|\/)(?:\.yarn\/(?:plugins|releases)|\.cargo|\.bundle)\//,
  },
  {
    what: 'directs agents',
    pattern:
      /(?:^|\/)(?:\.claude|\.codex|\.cursor|\.gemini|\.opencode|\.continue|\.windsurf|\.roo|\.cline|\.aider[^/]*|\.agents?)(?:\/|$)|(?:^|\/)(?:\.?mcp\.json|opencode\.jsonc?|\.cursorrules|\.windsurfrules|\.clinerules|claude(?:\.local)?\.md|agents\.md|gemini\.md|copilot-instructions\.md)$/,
  },
  {
    what: 'acts on whoever opens the folder',
    pattern: /(?:^|\/)(?:\.vscode|\.idea|\.devcontainer|\.direnv)\/|(?:^|\/)(?:\.envrc|\.devcontainer\.json)$/,
  },
  {
    what: 'builds or starts a container',
    pattern:
      /(?:^|\/)(?:dockerfile|containerfile)(?:\.[^/]+)?$|\.dockerfile$|(?:^|\/)(?:docker-)?compose(?:\.[\w-]+)?\.ya?ml$/,
  },
  { what: 'runs while others build', pattern: /(?:^|\/)(?:build\.rs|setup\.py|binding\.gyp)$/ },
  {
    what: 'decides which tests run',
    pattern:
      /(?:^|\/)(?:(?:vite|vitest|jest|ava|playwright|karma)\.(?:conf|config|workspace|setup|globalsetup)[^/]*|\.mocharc[^/]*|\.?pytest\.(?:ini|toml)|tox\.ini|\.coveragerc|\.nycrc[^/]*|\.c8rc[^/]*)$/,
  },
];

/** What makes a path sensitive; null for a plain one. Letter case makes no other file. */
export function sensitivityOf(path: string): string | null {
  const folded = path.normalize('NFKC').toLowerCase();
  return kinds.find(({ pattern }) => pattern.test(folded))?.what ?? null;
}
