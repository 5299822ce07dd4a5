import { answerOffline } from '../../providers/offline/offline-provider.ts';
import type { Ask, Brief } from '../../providers/provider.ts';
import type { AnswerRequest } from '../../simulator/setup.ts';

/**
 * A simulated model that knows our prompts: it drafts, revises and reviews as `offline:` does. Null for the prompts of
 * others.
 */
export function answerAsOffline({ prompt, schema }: AnswerRequest): string | null {
  const ask = readPrompt(prompt, schema !== null);
  return ask === null ? null : answerOffline(ask);
}

function readPrompt(prompt: string, isStructured: boolean): Ask | null {
  const blocks = readBlocks(prompt);
  const issueText = blocks.get('issue');
  const id = prompt.match(/for issue (\S+)\./)?.[1];
  if (issueText === undefined || id === undefined) return null;
  const brief = makeBrief(id, issueText, blocks);
  const document = blocks.get('design');
  if (document === undefined) return { kind: 'draft', brief };
  const findings = (blocks.get('findings') ?? '').split('\n');
  return isStructured
    ? { kind: 'review', brief, document, findings, remark: null }
    : { kind: 'revise', brief, document, findings };
}

/** What stands between the marks of a prompt, by their names. */
function readBlocks(prompt: string): Map<string, string> {
  const blocks = [...prompt.matchAll(/<([a-z]+)-([0-9a-f]{16})>\n([\s\S]*?)\n<\/\1-\2>/g)];
  return new Map(blocks.map(([, name = '', , text = '']) => [name, text]));
}

function makeBrief(id: string, issueText: string, blocks: ReadonlyMap<string, string>): Brief {
  const title = (blocks.get('title') ?? '').replace(`${id} - `, '');
  const existing = new Set((blocks.get('paths') ?? '').matchAll(/^\d+\. (.*) exists$/gm).map(([, path]) => path));
  const outputPath = `docs/lld/active/LLD-${id}.md`;
  return { id, title, issueText, outputPath, base: null, hasPath: (path) => existing.has(path) };
}
