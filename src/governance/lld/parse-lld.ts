import { Recent } from '../../model/recent.ts';
import { type Block, parseBlocks } from '../markdown.ts';
import { blocksOfSection, findSection, type LldDocument } from './document.ts';
import { blankFrontMatter } from './front-matter.ts';
import { findOpenQuestions } from './open-questions.ts';
import { ownBlocks, parseOutline, splitSectionHeading } from './outline.ts';
import { readContext, readRequirements } from './section-lists.ts';
import { readDecisions, readFiles, readRisks, readScenarios } from './section-tables.ts';
import { findStrayQuestions } from './stray-questions.ts';
import { foldTitle, lldTemplate } from './template.ts';

const sectionsThatTell = 3;

/** A design is looked at from many sides, and its earlier texts beside it. */
const recent = new Recent<LldDocument>(512 * 1024);

/** Reads any text as an LLD; what is missing is null or empty, and nothing is ever thrown. */
export function parseLld(text: string): LldDocument {
  return recent.get(text, () => readLld(text, parseBlocks(blankFrontMatter(text))));
}

/** The same for a text whose blocks are known; they are without front matter. */
export function readLld(text: string, blocks: readonly Block[]): LldDocument {
  const outline = parseOutline(text, blocks);
  const blocksOf = (number: string): readonly Block[] => blocksOfSection(outline.sections, number);
  const files = readFiles(blocksOf('2.1'));
  const decisions = readDecisions(blocksOf('2.7'));
  const scenarios = readScenarios(blocksOf('10.1'));
  const risks = readRisks(blocksOf('11'));
  const openQuestions = findOpenQuestions(outline.sections);
  return {
    ...outline,
    context: readContext(findSection(outline.sections, '1')?.blocks ?? []),
    tables: { files: files.shape, decisions: decisions.shape, scenarios: scenarios.shape, risks: risks.shape },
    files: files.rows,
    decisions: decisions.rows,
    requirements: readRequirements(blocksOf('3')),
    scenarios: scenarios.rows,
    openQuestions,
    strayQuestions: findStrayQuestions(outline.sections, openQuestions),
    risks: risks.rows,
  };
}

/** Whether a document of unknown kind has at least three sections of the template, by number and title. */
export function looksLikeLld(blocks: readonly Block[]): boolean {
  const found = new Set<string>();
  for (const block of ownBlocks(blocks)) {
    if (block.kind !== 'heading' || block.level !== 2) continue;
    const { number, title } = splitSectionHeading(block.text);
    const known = lldTemplate.find((section) => section.number === number);
    if (known !== undefined && foldTitle(known.title) === foldTitle(title)) found.add(known.number);
  }
  return found.size >= sectionsThatTell;
}
