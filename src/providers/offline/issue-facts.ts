import { ownPathDefect, pathDefect } from '../../governance/checks/file-path.ts';
import { readableText } from '../../governance/hidden-text.ts';
import { blankFrontMatter } from '../../governance/lld/front-matter.ts';
import { type Block, type ListItem, parseBlocks } from '../../governance/markdown.ts';
import { cutText, flattenText } from '../../model/text.ts';

/** What an issue says in a form that needs no reading between the lines. */
export interface IssueFacts {
  /** The user story, or the first paragraph. */
  readonly story: string | null;
  readonly criteria: readonly string[];
  /**
   * Groups of criteria that hold at once, in their own words: those of the lists, and those below an item with what
   * they stand below.
   */
  readonly groups: readonly (readonly string[])[];
  /** Paths in code spans that a design may list, in order of appearance. */
  readonly paths: readonly string[];
  /** Words outside of code blocks that look like names of files: the repository says whether they are. */
  readonly mentions: readonly string[];
  /** Lines that end in a question mark. */
  readonly questions: readonly string[];
  readonly related: readonly string[];
}

/** A head of YAML says what is known about the issue, and asks for nothing. */
export function readIssueFacts(text: string): IssueFacts {
  const blocks = parseBlocks(blankFrontMatter(text));
  const sections = splitByHeading(blocks);
  const paragraphs = blocks.flatMap((block) => (block.kind === 'paragraph' ? [flattenText(block.text)] : []));
  const lists = findLists(sections, blocks);
  const story = sections.find(({ title }) => /story|goal|summary|objective|context/i.test(title));
  return {
    story: firstParagraph(story?.blocks ?? []) ?? paragraphs[0] ?? null,
    criteria: [...new Set(itemsOf(lists))].filter((item) => !item.endsWith('?')),
    groups: groupsOf(lists),
    paths: findPaths(text),
    mentions: findMentions(blocks),
    questions: [...new Set([...paragraphs, ...itemsOf(blocks)].filter((line) => line.endsWith('?')))],
    related: [...new Set([...text.matchAll(/#[1-9]\d{0,8}\b/g)].map(([reference]) => reference))],
  };
}

interface IssueSection {
  readonly title: string;
  readonly level: number;
  readonly blocks: Block[];
}

/** What stands below a deeper heading belongs to the section around it, too; a title encloses nothing, or else everything. */
function splitByHeading(blocks: readonly Block[]): IssueSection[] {
  const sections: IssueSection[] = [];
  let open: IssueSection[] = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      const section = { title: block.text, level: block.level, blocks: [] };
      sections.push(section);
      open = [...open.filter(({ level }) => level > 1 && level < block.level), section];
    } else for (const section of open) section.blocks.push(block);
  }
  return sections;
}

/**
 * Where the criteria stand: acceptance criteria by name; else a list of requirements; else every check box; else every
 * list.
 */
function findLists(sections: readonly IssueSection[], blocks: readonly Block[]): readonly Block[] {
  const named = [/acceptance/i, /requirement|must|definition of done|expected/i].map((pattern) =>
    sections.filter(({ title }) => pattern.test(title)).flatMap((section) => section.blocks),
  );
  return [...named, keepBoxes(blocks)].find((some) => itemsOf(some).length > 0) ?? blocks;
}

const box = /^\[[ xX]\](?:\s+|$)/;

/** Who ticks boxes off makes lists of other things, too: steps, links, versions. */
function keepBoxes(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'list') return [];
    return { ...block, items: block.items.filter((item) => box.test(firstParagraph(item.blocks) ?? '')) };
  });
}

function groupsOf(blocks: readonly Block[], above: readonly string[] = []): string[][] {
  const items = blocks.flatMap((block) => (block.kind === 'list' ? block.items : []));
  if (items.length === 0) return [];
  const group = [...above, ...items.map(wordsOf)].filter((words) => !words.endsWith('?'));
  return [group, ...items.flatMap((item) => groupsOf(item.blocks, [...above, wordsOf(item)]))];
}

/** Requirements are numbered anew: a number that the issue gave one would name another. */
function dropLabel(item: string): string {
  return item.replace(/^\(?REQ-\d{1,9}\)?\s*[:–—-]?\s*/i, '');
}

/** Struck text, comments and dashes ask for nothing. */
function saysSomething(item: string): boolean {
  return /[\p{L}\p{N}]/u.test(readableText(item));
}

/** Only what a design may list, and what may be a file at the top: a path that climbs is no file of this repository, and reports are written by this tool. */
function findPaths(text: string): string[] {
  const spans = [...text.matchAll(/`([\w.@-]+(?:\/[\w.@-]+)*\.\w{1,8})`/g)].flatMap(([, path]) => path ?? []);
  return keepListable(spans);
}

/** No name of a file is longer. */
const longestWord = 1000;

function findMentions(blocks: readonly Block[]): string[] {
  const words = textsOf(blocks).flatMap((text) => text.split(/[^\w.@/-]+/));
  const bare = words.filter(({ length }) => length <= longestWord).map((word) => word.replace(/[./-]+$/, ''));
  return keepListable(bare.filter((word) => /[^/]\.\w{1,8}$/.test(word)));
}

function keepListable(named: readonly string[]): string[] {
  const paths = named.map((path) => path.replace(/^(?:\.\/)+/, ''));
  return [...new Set(paths)].filter((path) => (pathDefect(path) ?? ownPathDefect(path)) === null);
}

/** What is said in words: a block of code may show anything. */
function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case 'heading':
      case 'paragraph':
        return block.text;
      case 'list':
        return block.items.flatMap((item) => textsOf(item.blocks));
      case 'quote':
        return textsOf(block.blocks);
      case 'table':
        return [block.columns, ...block.rows.map(({ cells }) => cells)].flat();
      default:
        return [];
    }
  });
}

/** Where many items stand below one that is long, its words shall not fill the design. */
const longestLead = 500;

/** All items of lists, also of lists in lists: those say little without the words of the item that they stand in. */
function itemsOf(blocks: readonly Block[], lead = ''): string[] {
  return blocks.flatMap((block) => {
    if (block.kind !== 'list') return [];
    return block.items.flatMap((item) => {
      const words = wordsOf(item);
      const text = saysSomething(words) ? joinLead(lead, words) : lead;
      const inner = itemsOf(item.blocks, cutText(text, longestLead));
      const isIntroduction = text === lead || (words.endsWith(':') && inner.length > 0);
      return isIntroduction ? inner : [text, ...inner];
    });
  });
}

function wordsOf({ blocks }: ListItem): string {
  const words = dropLabel((firstParagraph(blocks) ?? '').replace(box, ''));
  const [, shown] = blocks;
  return words.endsWith(':') && shown?.kind === 'fence' ? `${words} ${asCode(shown.text)}`.trimEnd() : words;
}

/** No longer than what leads others: the issue has the rest. */
function asCode(block: string): string {
  const lines = block.split('\n').map((line) => line.trim());
  const code = cutText(lines.filter(Boolean).join(' '), longestLead);
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const mark = '`'.repeat(longest + 1);
  const gap = longest > 0 ? ' ' : '';
  return code === '' ? '' : `${mark}${gap}${code}${gap}${mark}`;
}

function joinLead(lead: string, words: string): string {
  if (lead === '') return words;
  return /[:?!]$/.test(lead) ? `${lead} ${words}` : `${lead.replace(/[.,;]$/, '')}: ${words}`;
}

function firstParagraph(blocks: readonly Block[]): string | null {
  const paragraph = blocks.find((block) => block.kind === 'paragraph');
  return paragraph === undefined ? null : flattenText(paragraph.text);
}
