import { existsSync } from 'node:fs';
import { basicEnvironment } from '../../config/environment.ts';
import type { Options } from '../../config/options.ts';
import type { SettingValues } from '../../config/settings.ts';
import { AgentOsError } from '../../model/errors.ts';
import { listSchemes, schemeOf } from '../../model/spec.ts';
import type { BatchWorkflow } from '../../model/task.ts';
import { showSafely } from '../../model/text.ts';
import type { SandboxDescription } from '../../sandbox/open-sandbox.ts';
import { isBudgeted } from './budget.ts';
import { loginFolderOf } from './login-folder.ts';
import { worktreesDirOf } from './worktrees-dir.ts';

/** What implementing needs of the machine and of the repository. */
export interface Workshop {
  /** What was found out once holds for all workers. */
  readonly sandbox: SandboxDescription;
  /** The version of git; null if it does not tell. */
  readonly git: string | null;
  /** Files of keys: no confined program sees them. */
  readonly keyFiles: readonly string[];
  /** What a person should know: on the screen and in the journal. */
  readonly remarks: readonly string[];
}

/**
 * Null if this batch implements nothing. Whatever would fail every task is told before anything starts: throws
 * AGENT_MISSING, AGENT_UNFIT, LOGIN_MISSING, REVIEW_OFFLINE, PRICE_UNKNOWN, SANDBOX_MISSING, PATH_OUTSIDE and what `inspectRepository`
 * and `refuseHopeless` throw.
 */
export async function prepareWorkshop(options: Options, workflow: BatchWorkflow): Promise<Workshop | null> {
  if (workflow === 'requirements') return null;
  const { settings } = options;
  refuseMissingAgent(settings);
  refuseUnfit(settings, workflow);
  const probing = probe(settings);
  // What is wrong with the checkout is told first.
  probing.catch(() => {});
  const { notes, git } = await inspectCheckout(options);
  const sandbox = await probing;
  return { sandbox, git, keyFiles: listKeyFiles(options), remarks: [...warnOfSandbox(sandbox, settings), ...notes] };
}

/** Roles that do not fit each other, the login or the budget: also a dry run asks. */
export function refuseUnfit(settings: SettingValues, workflow: BatchWorkflow): void {
  if (workflow === 'requirements') return;
  refuseLogin(settings);
  if (workflow === 'run') refuseUnreviewed(settings);
}

function listKeyFiles({ credentials, github: { token } }: Options): readonly string[] {
  return [...credentials.pool.files, ...(token?.kind === 'file' ? [token.path] : [])];
}

function refuseMissingAgent({ agent }: SettingValues): void {
  if (agent !== null) return;
  const choices = listSchemes('canCode').map((scheme) => `${scheme}:…`);
  throw new AgentOsError(
    'AGENT_MISSING',
    `nobody was chosen to write the code: give --agent, or "agent" in your config, one of ${choices.join(', ')}`,
  );
}

/** Who has no login of its own cannot use one; and what it costs nobody measures. */
function refuseLogin(settings: SettingValues): void {
  const { agent, agentAuth } = settings;
  if (agent === null || agentAuth !== 'login') return;
  if (['model', 'acp'].includes(schemeOf(agent) ?? '')) {
    throw new AgentOsError('AGENT_UNFIT', `agent ${agent} has no login of its own: set "agentAuth" to "gateway"`);
  }
  refuseMissingLogin(settings, agent);
  if (!isBudgeted(settings)) return;
  const advice = 'leave out --budget and --task-budget, or set "agentAuth" to "gateway"';
  throw new AgentOsError('PRICE_UNKNOWN', `nobody measures what agent ${agent} costs by its own login: ${advice}`);
}

function refuseMissingLogin(settings: SettingValues, agent: string): void {
  const folder = loginFolderOf(settings);
  if (folder === null || existsSync(folder)) return;
  const advice = 'log in with it first, or set "agentLoginDir"';
  throw new AgentOsError('LOGIN_MISSING', `agent ${agent} has no login in ${showSafely(folder)}: ${advice}`);
}

/** Designs that will be made now, and that nobody would build then. */
function refuseUnreviewed({ reviewer, acceptOffline }: SettingValues): void {
  if (schemeOf(reviewer) !== 'offline' || acceptOffline === 'yes') return;
  const advice = 'choose a --reviewer, or say --accept-offline';
  throw new AgentOsError('REVIEW_OFFLINE', `no model reviews the designs (reviewer ${reviewer}): ${advice}`);
}

interface Inspected {
  readonly notes: readonly string[];
  readonly git: string | null;
}

/**
 * What a person should know of the checkout, and who works in it. Throws where no worktree can be made: see
 * `prepareWorkshop`.
 */
export async function inspectCheckout({ repoDir, settings }: Options): Promise<Inspected> {
  const [{ Git }, { inspectRepository }, { refuseHopeless }, { resolveWorktreesDir }, { worktreeFiles }] =
    await Promise.all([
      import('../../worktrees/git-call.ts'),
      import('../../worktrees/inspect-repository.ts'),
      import('../../worktrees/refuse-hopeless.ts'),
      import('../../worktrees/places.ts'),
      import('../../store/worktree-store.ts'),
    ]);
  // Nothing is changed here: nobody has to be kept out.
  const house = { git: new Git(basicEnvironment()), files: worktreeFiles, withLock: runAtOnce };
  const { signal } = new AbortController();
  const [repository, { stdout }] = await Promise.all([
    inspectRepository(house, repoDir, signal),
    house.git.run({ folder: repoDir, variables: {} }, ['version'], { signal }),
  ]);
  await refuseHopeless(house, repository, signal);
  resolveWorktreesDir(repository, worktreesDirOf(settings));
  const git = stdout.toString('utf8').match(/\d+(?:\.\d+)+/)?.[0] ?? null;
  return { notes: repository.notes, git };
}

async function runAtOnce<T>(work: () => Promise<T>): Promise<T> {
  return await work();
}

async function probe({ sandbox: mode, sandboxNetwork: network }: SettingValues): Promise<SandboxDescription> {
  const { openSandbox } = await import('../../sandbox/open-sandbox.ts');
  const { HOME: home = '/', PATH: path = '' } = basicEnvironment();
  return (await openSandbox({ mode, network, home, path })).description;
}

/** Never silently. */
function warnOfSandbox(sandbox: SandboxDescription, { agent }: SettingValues): string[] {
  if (sandbox.level !== 'none') return [];
  const what = `agent ${agent} and the repository's tests run WITHOUT A SANDBOX (${sandbox.reason})`;
  return [`WARNING: ${what}: they may read and change whatever you may`];
}
