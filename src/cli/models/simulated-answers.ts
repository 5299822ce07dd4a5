import { applyEdits } from '../../governance/lld/edits.ts';
import { readSectionTexts } from '../../governance/lld/section-texts.ts';
import { answerOffline } from '../../providers/offline/offline-provider.ts';
import type { Brief, DesignAsk } from '../../providers/provider.ts';
import type { AnswerRequest } from '../../simulator/setup.ts';
import { readCodePrompt } from './simulated-code-review.ts';

/**
 * A simulated model that knows our prompts: it drafts, revises and reviews designs and code as `offline:` does. Null
 * for the prompts of others.
 */
export function answerAsOffline({ prompt }: Pick<AnswerRequest, 'prompt'>): string | null {
  const ask = readCodePrompt(prompt, readBlocks(prompt)) ?? readPrompt(prompt);
  return ask === null ? null : JSON.stringify(answerOffline(ask));
}

/** What is asked stands last, after all that could be said in an issue. */
const questions = /^(Check|Write the design for|Revise the design for|Review the design for) issue (\S+)\./gm;

export function readPrompt(prompt: string): DesignAsk | null {
  const asked = [...prompt.matchAll(questions)].at(-1);
  const blocks = readBlocks(prompt);
  const issueText = blocks.get('issue');
  if (asked === undefined || issueText === undefined) return null;
  const [, what = '', id = ''] = asked;
  const about = { brief: makeBrief(id, issueText, blocks), remark: null };
  if (what === 'Check') return { kind: 'check-issue', ...about };
  if (what.startsWith('Write')) return { kind: 'draft', ...about };
  const text = readDocument(blocks);
  const findings = [...(blocks.get('findings') ?? '').matchAll(/^\d+\. (.*)$/gm)].map(([, finding = '']) => finding);
  const document = { text, earlier: [] };
  const rest = { ...about, document, findings, decisions: [], asked: [] };
  return what.startsWith('Revise') ? { kind: 'revise', ...rest } : { kind: 'review', ...rest, raised: [] };
}

/** What stands between the marks of a prompt, by their names. */
function readBlocks(prompt: string): Map<string, string> {
  const blocks = [...prompt.matchAll(/<([a-z]+)-([0-9a-f]{16})>\n([\s\S]*?)\n<\/\1-\2>/g)];
  return new Map(blocks.map(([, name = '', , text = '']) => [name, text]));
}

/** The document as it was shown first, with the sections that were shown anew, or else the lines that changed. */
function readDocument(blocks: ReadonlyMap<string, string>): string {
  const known = blocks.get('design') ?? '';
  const sections = blocks.get('sections');
  if (sections === undefined) return changeLines(known, blocks.get('changes') ?? '');
  const edits = readSectionTexts(sections).map(({ name, text }) => ({
    answers: [],
    section: name,
    find: null,
    replace: text.slice(text.indexOf('\n') + 1).trim(),
  }));
  return applyEdits(known, edits).text;
}

/** Makes the changes that `renderDiff` tells, from the last to the first: the lines before keep their numbers. */
function changeLines(text: string, changes: string): string {
  const lines = text.split('\n');
  const hunks = [...changes.matchAll(/^@@ line (\d+), now line \d+ @@\n((?:[ +-].*(?:\n|$))*)/gm)];
  for (const [, start = '1', body = ''] of hunks.toReversed()) {
    const told = body.replace(/\n$/, '').split('\n');
    const old = told.filter((line) => !line.startsWith('+'));
    const now = told.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    lines.splice(Number(start) - 1, old.length, ...now);
  }
  return lines.join('\n');
}

function makeBrief(id: string, issueText: string, blocks: ReadonlyMap<string, string>): Brief {
  const title = /^#\s+(.*)$/m.exec(issueText)?.[1] ?? id;
  const survey = blocks.get('repository') ?? '';
  const known = { issueText, hidden: [], notes: [], decisions: [], survey };
  const outputPath = `docs/lld/active/LLD-${id}.md`;
  const there = new Set(/^Named by the issue, and there: (.*)$/m.exec(survey)?.[1]?.split(', '));
  return { id, title, ...known, outputPath, base: null, hasPath: (path) => there.has(path) };
}
