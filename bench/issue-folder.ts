import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileBytes = 4096;

/** A repository with nothing but `count` issues of 4 KB, and the arguments of its dry run. */
export interface IssueRepository {
  readonly issuesDir: string;
  readonly names: readonly string[];
  readonly dryRun: readonly string[];
}

export function makeIssueRepository(repoDir: string, count: number): IssueRepository {
  const issuesDir = join(repoDir, 'docs', 'issues');
  mkdirSync(issuesDir, { recursive: true });
  const names = Array.from({ length: count }, (_, index) => `${index + 1}-title.md`);
  for (const [index, name] of names.entries()) writeFileSync(join(issuesDir, name), renderIssue(index + 1));
  return { issuesDir, names, dryRun: ['requirements', '--repo', repoDir, '--dry-run', '--json'] };
}

function renderIssue(number: number): string {
  const head = `# Issue #${number}: Keep shelf ${number} in order\n\n## Acceptance Criteria\n\n`;
  const criteria = `- [ ] Shelf ${number} lists each book once\n- [ ] \`src/shelf-${number}.ts\` is covered by tests\n\n`;
  const sentence = 'A reader who looks for a book finds it where the list says that it stands.\n';
  const text = head + criteria + sentence.repeat(Math.ceil(fileBytes / sentence.length));
  return `${text.slice(0, fileBytes - 1)}\n`;
}
