import { readableText } from '../../governance/hidden-text.ts';
import { type Block, parseBlocks } from '../../governance/markdown.ts';
import { flattenText } from '../../model/text.ts';

/** What an issue says in a form that needs no reading between the lines. */
export interface IssueFacts {
  /** The user story, or the first paragraph. */
  readonly story: string | null;
  readonly criteria: readonly string[];
  /** Paths in code spans, in order of appearance. */
  readonly paths: readonly string[];
  /** Lines that end in a question mark. */
  readonly questions: readonly string[];
  readonly related: readonly string[];
}

export function readIssueFacts(text: string): IssueFacts {
  const blocks = parseBlocks(text);
  const sections = splitByHeading(blocks);
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [flattenText(block.text)] : []));
  const story = sections.find(({ title }) => /story|goal|summary|objective|context/i.test(title));
  return {
    story: firstParagraph(story?.blocks ?? []) ?? paragraphs[0] ?? null,
    criteria: findCriteria(sections, blocks),
    paths: findPaths(text),
    questions: [...new Set([...paragraphs, ...itemsOf(blocks)].filter((line) => line.endsWith('?')))],
    related: [...new Set([...text.matchAll(/#[1-9]\d{0,8}\b/g)].map(([reference]) => reference))],
  };
}

interface IssueSection {
  readonly title: string;
  readonly blocks: Block[];
}

function splitByHeading(blocks: readonly Block[]): IssueSection[] {
  const sections: IssueSection[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ title: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

/** Acceptance criteria by name; else a list of requirements; else every check box; else every list item. */
function findCriteria(sections: readonly IssueSection[], blocks: readonly Block[]): string[] {
  const named = [/acceptance/i, /requirement|must|definition of done|expected/i]
    .map((pattern) => sections.filter(({ title }) => pattern.test(title)).flatMap((section) => itemsOf(section.blocks)))
    .find((items) => items.length > 0);
  const criteria = (named ?? itemsOf(blocks)).map(dropLabel).filter(saysSomething);
  return [...new Set(criteria)].filter((item) => !item.endsWith('?'));
}

/** Requirements are numbered anew: a number that the issue gave one would name another. */
function dropLabel(item: string): string {
  return item.replace(/^\(?REQ-\d{1,9}\)?\s*[:–—-]?\s*/i, '');
}

/** Struck text, comments and dashes ask for nothing. */
function saysSomething(item: string): boolean {
  return /[\p{L}\p{N}]/u.test(readableText(item));
}

/** A path that climbs is no file of this repository. */
function findPaths(text: string): string[] {
  const spans = [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+\.\w{1,8})`/g)].flatMap(([, path]) => path ?? []);
  return [...new Set(spans)].filter((path) => !path.split('/').includes('..'));
}

function itemsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'list') return [];
    return block.items.map((item) => flattenText(firstParagraph(item.blocks) ?? '').replace(/^\[[ xX]\]\s*/, ''));
  });
}

function firstParagraph(blocks: readonly Block[]): string | null {
  const paragraph = blocks.find((block) => block.kind === 'paragraph');
  return paragraph === undefined ? null : flattenText(paragraph.text);
}
