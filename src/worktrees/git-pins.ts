/**
 * What our own git calls never do, whatever a config says: run a hook, a monitor, a signer, a pager, an editor or a helper
 * that asks for passwords; use a transport, which a partial clone could otherwise start to fetch what it lacks; look
 * after the repository in the background.
 */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.sshCommand=false',
  'core.askPass=false',
  'credential.helper=',
  'commit.gpgSign=false',
  'tag.gpgSign=false',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'protocol.allow=never',
  ...['ext', 'file', 'git', 'http', 'https', 'ssh'].map((name) => `protocol.${name}.allow=never`),
];

/** What else would change the way a worktree is made or its commits are written. */
const settingsOfWorktrees = [
  // Of many files, while one waits for the disk the other goes on.
  'checkout.workers=2',
  'core.sparseCheckout=false',
  'core.ignoreStat=false',
  'core.filesRefLockTimeout=5000',
  'core.packedRefsTimeout=5000',
  'core.bigFileThreshold=50m',
  'worktree.guessRemote=false',
  'worktree.useRelativePaths=false',
  'branch.autoSetupMerge=false',
  'i18n.commitEncoding=UTF-8',
  'i18n.logOutputEncoding=UTF-8',
  'advice.detachedHead=false',
];

export const pinnedFlags: readonly string[] = toFlags(settings);
export const worktreeFlags: readonly string[] = toFlags([...settings, ...settingsOfWorktrees]);

/**
 * A commit that was acknowledged survives a power cut: git's default flushes neither loose objects nor branches. Each
 * object is flushed by itself: git's way to flush them in a batch loses some, and says nothing, when a `git gc` runs.
 */
export const durableFlags: readonly string[] = toFlags(['core.fsync=committed,reference', 'core.fsyncMethod=fsync']);

function toFlags(pinned: readonly string[]): string[] {
  return pinned.flatMap((setting) => ['-c', setting]);
}

/** Git reads its own variables, and the words of its messages, from nobody but us. */
const fixedVariables = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_ALLOW_PROTOCOL: '',
  GIT_NO_LAZY_FETCH: '1',
  // Replaced or grafted objects would show us another history than the one that is there.
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_GRAFT_FILE: '/dev/null',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_COMMITTER_NAME: 'AgentOS',
  GIT_COMMITTER_EMAIL: 'agentos@localhost',
};

/** The given environment without whatever would steer git, and with what we decided. */
export function makeGitEnvironment(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(given).filter(([name]) => !/^(GIT_|LC_|LANG$|LANGUAGE$|SSH_ASKPASS$)/.test(name));
  return { ...Object.fromEntries(kept), ...fixedVariables };
}
