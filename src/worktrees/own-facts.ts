import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely, showSafely } from '../model/text.ts';
import { lastWords } from './git-trouble.ts';
import { makeGuard } from './guard.ts';
import type { WorktreeHouse } from './house.ts';
import { type OwnSettings, parseOwnSettings, settingsQuestion } from './settings.ts';
import { placeOfRepository, type RepositoryPlace } from './worktree.ts';

interface Folders extends Pick<RepositoryPlace, 'commonDir' | 'objectFormat'> {
  readonly gitDir: string;
  readonly isShallow: boolean;
}

/** What a repository is by its folders and settings, whatever is checked out. */
interface OwnFacts extends Pick<RepositoryPlace, 'guard'> {
  readonly found: Folders;
  /** What git says of all settings that are in force. */
  readonly settings: string;
  readonly own: OwnSettings;
}

let last: (OwnFacts & { readonly repoDir: string }) | null = null;

/** Asks git (2 calls); tasks of one worker share the answer as long as the files are the same that it came from. */
export async function readOwnFacts(house: WorktreeHouse, repoDir: string, signal: AbortSignal): Promise<OwnFacts> {
  if (last?.repoDir === repoDir && isAsBefore(last)) return last;
  if (/[\r\n]/.test(repoDir)) throw broken(repoDir);
  const found = await findFolders(house, repoDir, signal);
  const settings = await house.git.ask(placeOfRepository(found), settingsQuestion, { signal });
  const own = parseOwnSettings(settings, found.commonDir);
  refuseStorage(own.values.get('extensions.refstorage'));
  last = { repoDir, found, settings, own, guard: makeGuard(found.commonDir, own) };
  return last;
}

function isAsBefore({ repoDir, found, own, guard }: OwnFacts & { readonly repoDir: string }): boolean {
  const { commonDir, gitDir, isShallow } = found;
  if (!existsSync(join(repoDir, '.git')) || !existsSync(gitDir)) return false;
  return existsSync(join(commonDir, 'shallow')) === isShallow && isDeepStrictEqual(makeGuard(commonDir, own), guard);
}

const folderQuestion = [
  ...['rev-parse', '--path-format=absolute', '--is-bare-repository', '--is-inside-git-dir', '--is-shallow-repository'],
  ...['--show-object-format', '--absolute-git-dir', '--git-common-dir', '--show-toplevel'],
];

async function findFolders(house: WorktreeHouse, repoDir: string, signal: AbortSignal): Promise<Folders> {
  const answer = await house.git.run({ folder: repoDir, variables: {} }, folderQuestion, { signal });
  const lines = answer.stdout.toString('utf8').split('\n');
  if (lines[0]?.startsWith('--path-format'))
    throw new AgentOsError('GIT_TOO_OLD', 'this git is older than 2.31: install a newer one');
  const [isBare, isInsideGitDir, isShallow, format, gitDir = '', commonDir = '', top = ''] = lines;
  if (isBare === 'true')
    throw new AgentOsError('REPOSITORY_BARE', `${repoDir} is a bare repository: clone it, and work in the clone`);
  if (isInsideGitDir === 'true') throw notTop(repoDir, `it lies inside git's own folder`);
  if (answer.code !== 0) throw explainRefusal(repoDir, answer.stderr);
  if (realpathSync(top) !== repoDir) throw notTop(repoDir, `use --repo ${top}`);
  return {
    gitDir: realpathSync(gitDir),
    commonDir: realpathSync(commonDir),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    isShallow: isShallow === 'true',
  };
}

function explainRefusal(repoDir: string, stderr: string): AgentOsError {
  if (/dubious ownership|unsafe repository/.test(stderr))
    return new AgentOsError(
      'REPOSITORY_UNTRUSTED',
      `git does not trust ${repoDir}, because it belongs to another user: ` +
        `git config --global --add safe.directory ${repoDir}`,
    );
  if (/not a git repository/i.test(stderr))
    return new AgentOsError('REPOSITORY_MISSING', `${repoDir} is no git repository: run \`git init\` and commit`);
  return new AgentOsError('REPOSITORY_UNREADABLE', `git cannot read ${repoDir}: ${lastWords(stderr)}`);
}

/** What git prints of it are lines. */
function broken(repoDir: string): AgentOsError {
  return new AgentOsError('REPOSITORY_UNREADABLE', `${quoteSafely(repoDir)} holds a line break in its path: move it`);
}

function notTop(repoDir: string, what: string): AgentOsError {
  return new AgentOsError('FOLDER_NOT_TOP', `${repoDir} is not the top of a work tree: ${showSafely(what)}`);
}

function refuseStorage(format: string | undefined): void {
  if (format === undefined || format === 'files') return;
  const fix = 'run `git refs migrate --ref-format=files`';
  throw new AgentOsError('REPOSITORY_UNREADABLE', `branches stored as ${showSafely(format)} are not supported: ${fix}`);
}
