import { escapeUnsafe } from '../../model/text.ts';
import { renderCount, renderUsd } from '../../report/figures.ts';
import type { DueComment } from './due-comments.ts';
import type { ResultFacts } from './read-result.ts';

const mostLines = 12;
const longestLine = 300;

/**
 * What a comment says, below its marker. Words of models and of the issue stand in a block of code, in which nothing is
 * a mention, a link or a picture; everything else is ours.
 */
export function renderComment(due: DueComment, { rounds, objective }: ResultFacts): string {
  const { task, record, batch, settings } = due;
  const isDone = record.fate.kind === 'done';
  const said = record.fate.kind === 'rejected' ? record.fate.reason : objective;
  const [drafter, reviewer] = [settings['drafter'], settings['reviewer']].map((spec) =>
    code(String(spec ?? 'unknown')),
  );
  const isOffline = settings['drafter'] === 'offline:' && settings['reviewer'] === 'offline:';
  const facts = [
    `- Verdict: **${isDone ? 'APPROVED' : 'REJECTED'}**${rounds === null ? '' : ` after ${renderCount(rounds, 'review')}`}`,
    isDone ? `- Design: ${code(task.outputPath)}` : `- Kept in: ${code(`docs/lineage/${task.id}-lld/`)}`,
    `- Drafter: ${drafter} · reviewer: ${reviewer}`,
    `- Cost: ${isOffline ? 'none, no model took part' : renderUsd(record.usd)} · batch ${code(batch)}`,
  ];
  return [
    isDone ? '### AgentOS: the design is approved' : '### AgentOS: no design was approved',
    facts.join('\n'),
    ...(said === null || said.trim() === '' ? [] : [fence(said)]),
  ].join('\n\n');
}

/** On one line, and in quotes that it cannot end. */
function code(text: string): string {
  return `\`${escapeUnsafe(text)
    .replace(/[`\s]+/g, ' ')
    .slice(0, longestLine)}\``;
}

/** The beginning of a text, between fences that are longer than any in it. */
function fence(text: string): string {
  const lines = escapeUnsafe(text.trim()).split('\n');
  const shown = lines.slice(0, mostLines).map((line) => (line.length > longestLine ? `${cut(line)}…` : line));
  const content = [...shown, ...(lines.length > mostLines ? ['…'] : [])].join('\n');
  const longest = Math.max(2, ...Array.from(content.matchAll(/`+/g), ([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}text\n${content}\n${mark}`;
}

function cut(line: string): string {
  return line.slice(0, longestLine).toWellFormed();
}
