import { applyEdits } from '../../governance/lld/edits.ts';
import { readSectionTexts } from '../../governance/lld/section-texts.ts';
import { answerOffline } from '../../providers/offline/offline-provider.ts';
import type { Ask, Brief } from '../../providers/provider.ts';
import type { AnswerRequest } from '../../simulator/setup.ts';

/**
 * A simulated model that knows our prompts: it drafts, revises and reviews as `offline:` does. Null for the prompts of
 * others.
 */
export function answerAsOffline({ prompt }: Pick<AnswerRequest, 'prompt'>): string | null {
  const ask = readPrompt(prompt);
  return ask === null ? null : JSON.stringify(answerOffline(ask));
}

/** What is asked stands last, after all that could be said in an issue. */
const questions = /^(Check|Write the design for|Revise the design for|Review the design for) issue (\S+)\./gm;

export function readPrompt(prompt: string): Ask | null {
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
  const document = { text, first: text, last: null };
  return { kind: what.startsWith('Revise') ? 'revise' : 'review', ...about, document, findings };
}

/** What stands between the marks of a prompt, by their names. */
function readBlocks(prompt: string): Map<string, string> {
  const blocks = [...prompt.matchAll(/<([a-z]+)-([0-9a-f]{16})>\n([\s\S]*?)\n<\/\1-\2>/g)];
  return new Map(blocks.map(([, name = '', , text = '']) => [name, text]));
}

/** The document as it was shown first, with the sections that were shown anew. */
function readDocument(blocks: ReadonlyMap<string, string>): string {
  const known = blocks.get('design') ?? '';
  const edits = readSectionTexts(blocks.get('sections') ?? '').map(({ name, text }) => ({
    answers: [],
    section: name,
    find: null,
    replace: text.slice(text.indexOf('\n') + 1).trim(),
  }));
  return applyEdits(known, edits).text;
}

function makeBrief(id: string, issueText: string, blocks: ReadonlyMap<string, string>): Brief {
  const title = /^#\s+(.*)$/m.exec(issueText)?.[1] ?? id;
  const survey = blocks.get('repository') ?? '';
  const known = { issueText, hidden: [], notes: [], decisions: [], survey };
  const outputPath = `docs/lld/active/LLD-${id}.md`;
  const there = new Set(/^Named by the issue, and there: (.*)$/m.exec(survey)?.[1]?.split(', '));
  return { id, title, ...known, outputPath, base: null, hasPath: (path) => there.has(path) };
}
