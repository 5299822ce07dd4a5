import type { GithubConfig } from '../../config/github-section.ts';
import { parseSource } from '../../config/source-kinds.ts';
import type { GithubRepository } from '../../github/setup.ts';

/** Of all options those that are about GitHub. */
export interface GithubOptions {
  readonly repoDir: string;
  readonly github: GithubConfig;
  readonly settings: {
    readonly baseDir: string;
    readonly maxInputBytes: number;
    readonly source: string;
    readonly labels: string | null;
    readonly milestone: string | null;
    readonly comment: 'yes' | 'no';
    readonly pullRequests: 'yes' | 'no';
  };
}

/** Which repository of GitHub's is spoken to, how, and where in our own what it says is kept. */
export interface GithubWish {
  readonly repository: GithubRepository;
  /** As in the settings. */
  readonly source: string;
  readonly config: GithubConfig;
  readonly repoDir: string;
  readonly baseDir: string;
}

/** Null if issues come from a folder. */
export function wishOf({ settings: { source, baseDir }, github: config, repoDir }: GithubOptions): GithubWish | null {
  const parsed = parseSource(source);
  if (parsed === null || parsed.kind === 'folder') return null;
  const { owner, name } = parsed;
  return { repository: { owner, name }, source, config, repoDir, baseDir };
}
