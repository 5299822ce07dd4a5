import { posix } from 'node:path';
import { isNamed, type Options } from '../../config/options.ts';
import type { SettingKey } from '../../config/settings.ts';
import { AgentOsError } from '../../model/errors.ts';
import { showPath } from '../../model/paths.ts';
import type { TaskId } from '../../model/task.ts';
import { openIssueFolder } from '../../sources/issue-folder.ts';
import type { Source } from '../../sources/source.ts';
import { refuseLldDir } from '../batch/preflight.ts';
import { collectFromGithub } from '../github/collect-issues.ts';
import { wishOf } from '../github/wish.ts';
import { openPlanner } from '../planner.ts';
import type { Asked, WorkflowTool } from '../workflow-tool.ts';

/** Issues to low-level designs. */
export const requirements: WorkflowTool = {
  workflow: 'requirements',
  specsOf: ({ settings }) => [settings.drafter, settings.reviewer],
  openPlanner(options, _worker, asked) {
    const setup = { workflow: 'requirements', options, outputPathOf: designPaths(options) } as const;
    return openPlanner(collectIssues(options, asked), setup, asked);
  },
};

/** Where designs go, relative to the repository; throws LLD_DIR_UNUSABLE. */
export function designPaths(options: Options): (id: TaskId) => string {
  refuseLldDir(options);
  const folder = showPath(options.repoDir, options.settings.lldDir);
  return (id) => posix.join(folder, `LLD-${id}.md`);
}

export function collectIssues(options: Options, asked: Asked): Source {
  const { issuesDir: folder, maxInputBytes, labels, milestone } = options.settings;
  const { repoDir } = options;
  const wish = wishOf(options);
  if (wish !== null) {
    const filter = { labels: labels?.split(',') ?? [], milestone };
    return collectFromGithub({ ...wish, filter, maxInputBytes }, asked);
  }
  refuseForFolder(options);
  return openIssueFolder({
    repoDir,
    folder,
    maxInputBytes,
    isNamed: isNamed(options, 'issuesDir'),
    mayBeMissing: false,
  });
}

const onlyForGithub: readonly SettingKey[] = ['labels', 'milestone', 'comment'];

/** What a config says for GitHub may wait there for its day; a flag means today. */
function refuseForFolder({ origins }: Options): void {
  const given = origins.find(
    ({ key, value, from }) =>
      onlyForGithub.includes(key) && from.startsWith('--') && !(key === 'comment' && value === 'no'),
  );
  if (given === undefined) return;
  const example = '`--source github:OWNER/REPOSITORY`';
  throw new AgentOsError('USAGE', `${given.from} is about issues on GitHub: it needs ${example}`);
}
