import type { GithubIssue } from '../github/issue.ts';
import { escapeUnsafe } from '../model/text.ts';

/** Readers of front matter take no head of more than 8 KiB. */
const longestTitle = 400;
const longestLabels = 4000;

/**
 * An issue as the Markdown file that workers read. What changes without anybody changing the issue (times, counts) is
 * not in it: its hash says whether the issue is another one.
 */
export function renderIssue(issue: GithubIssue): string {
  const { number, title, labels, author, authorAssociation, milestone, url, body } = issue;
  const head = [
    `id: ${number}`,
    `title: ${quote(shorten(title))}`,
    `labels: [${takeFitting(labels.map(quote)).join(', ')}]`,
    ...(author === null ? [] : [`author: ${quote(author)}`]),
    `authorAssociation: ${authorAssociation}`,
    ...(milestone === null ? [] : [`milestone: ${quote(milestone)}`]),
    ...(url === null ? [] : [`url: ${quote(url)}`]),
  ];
  return `---\n${head.join('\n')}\n---\n\n${renderContent(title, body)}`;
}

/** What people wrote, without what is said about it. The body stands as it is. */
function renderContent(title: string, body: string): string {
  const heading = `# ${title.replace(/\s+/g, ' ').trim()}\n`;
  if (body === '') return heading;
  return `${heading}\n${body}${body.endsWith('\n') ? '' : '\n'}`;
}

/** Whether two documents differ at most in what is said about the issue: labels, milestone, its author. */
export function hasSameContent(one: string, other: string): boolean {
  return contentOf(one) === contentOf(other);
}

function contentOf(document: string): string {
  const end = document.startsWith('---\n') ? document.indexOf('\n---\n') : -1;
  return end === -1 ? document : document.slice(end + '\n---\n'.length);
}

/** A text in JSON's quotes is the same in YAML; what could act or hide is an escape in both. */
function quote(text: string): string {
  return escapeUnsafe(JSON.stringify(text.toWellFormed()));
}

function shorten(title: string): string {
  return title.length > longestTitle ? `${title.slice(0, longestTitle)}…` : title;
}

function takeFitting(labels: readonly string[]): string[] {
  let room = longestLabels;
  return labels.filter((label) => {
    room -= label.length + 2;
    return room >= 0;
  });
}
