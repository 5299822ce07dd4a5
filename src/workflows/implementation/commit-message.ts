import { dropHidden } from '../../model/hidden-characters.ts';
import type { Trailer } from '../../worktrees/commit-message.ts';

export interface CommitSubject {
  readonly id: string;
  readonly title: string;
  /** Relative to the repository. */
  readonly lldPath: string;
  readonly requirements: readonly { readonly number: number; readonly text: string }[];
}

const longestSubject = 72;
const longestLine = 72;
const mostRequirements = 30;
const longestRequirement = 400;

/** The message of the one commit, without its trailers. Texts of the design can neither skip CI nor close an issue in it. */
export function renderCommitMessage({ id, title, lldPath, requirements }: CommitSubject): string {
  const items = requirements
    .slice(0, mostRequirements)
    .map(({ number, text }) => wrap(`- REQ-${number}: ${disarm(text).slice(0, longestRequirement)}`, '  '));
  const more = requirements.length - items.length;
  return [
    makeSubject(title),
    wrap(`Implements the design of task ${id}, ${lldPath}. What was measured stands in docs/reports/${id}/.`, ''),
    [...items, ...(more > 0 ? [`- and ${more} more requirements`] : [])].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** For whoever reads the commit: which task it is of, and which design. */
export function makeTrailers(taskId: string, lldSha256: string): Trailer[] {
  return [
    { key: 'Task-Id', value: taskId },
    { key: 'Lld-Sha256', value: lldSha256 },
  ];
}

/** One line of at most 72 characters, cut between words where it can be. */
export function makeSubject(title: string): string {
  const text = disarm(title).replace(/\s*\.$/, '');
  const subject = text.replace(/^(?:(?:fixup|squash|amend)! ?)+/i, '').trim() || 'Implement the design';
  if (subject.length <= longestSubject) return subject;
  const cut = subject
    .slice(0, longestSubject - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '');
  const end = cut.lastIndexOf(' ');
  return `${(end > longestSubject / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** One line, of which neither a server nor a reader's tools take orders. */
function disarm(text: string): string {
  const line = dropHidden(text.toWellFormed().replace(/\s+/g, ' ')).trim();
  return line
    .replace(/\[\s*(skip|no|ci|actions|skip-ci)[\s-]*(ci|skip|actions)?\s*\]/gi, '($1 $2)')
    .replace(/\*\*\*NO_CI\*\*\*/gi, 'NO CI')
    .replace(/\bskip-checks\s*:/gi, 'skip checks')
    .replace(
      /\b(close[sd]?|fix(?:e[sd])?|resolve[sd]?)(:?)\s+(?=#|gh-\d|[\w.-]+\/[\w.-]+#|https?:)/gi,
      '$1$2 the issue ',
    )
    .replace(/(^|\s)@(?=\w)/g, '$1(at) ');
}

/** Words on lines; one that is longer than a line has its own. */
function wrap(text: string, indent: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= longestLine) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : indent + word);
  }
  return lines.join('\n');
}
