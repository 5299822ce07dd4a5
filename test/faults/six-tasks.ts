import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfThere } from './journals.ts';

/** Six tasks with some variety: a revision, a refusal that passes, and a review that says no to the end. */
const script = {
  schemaVersion: 1,
  ledger: 'ledger.txt',
  tasks: {
    2: { review: [{ answer: 'REVISE', message: 'Say more' }, { answer: 'APPROVED' }] },
    3: { draft: [[{ refuse: 'limit', retryAfterMs: 50 }, { answer: 'offline' }]] },
    4: { review: [{ answer: 'REVISE' }] },
    '*': { review: [{ answer: 'APPROVED' }] },
  },
};

const roles = ['--drafter', 'scripted:script.json', '--reviewer', 'scripted:script.json'];

/** The reviewer never approves this one. */
export const rejectedTask = '4';
export const sixTasks = ['1', '2', '3', '4', '5', '6'];
export const command = ['requirements', '--parallel', '3', '--max-iterations', '2', ...roles];

/** The same for some of the tasks. */
export function commandFor(ids: readonly string[]): string[] {
  return [...command, '--ids', ...ids];
}

export function writeSixTasks(repo: string): void {
  writeTasks(repo, sixTasks, script);
}

/** A repository of issues, and a script beside them. */
export function writeTasks(repo: string, ids: readonly string[], played: object): void {
  mkdirSync(join(repo, 'docs/issues'), { recursive: true });
  for (const id of ids) writeFileSync(join(repo, 'docs/issues', `${id}-title.md`), renderIssue(id));
  writeFileSync(join(repo, 'script.json'), JSON.stringify(played));
}

function renderIssue(id: string): string {
  return `# Title ${id}\n\n## Acceptance Criteria\n\n- [ ] It does what it says\n`;
}

/** How often each call was made. */
export function readWholeLedger(repo: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of readIfThere(join(repo, 'ledger.txt')).split('\n').filter(Boolean)) {
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return counts;
}

/** The same, of the calls about designs: before them each issue is checked. */
export function readLedger(repo: string): Map<string, number> {
  return new Map([...readWholeLedger(repo)].filter(([line]) => !line.includes(' check-issue ')));
}
