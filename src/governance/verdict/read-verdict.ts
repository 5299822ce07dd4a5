import { hasTooManyLines, mostLines } from '../../model/line-limit.ts';
import { type Block, isJsonFence, parseBlocks } from '../markdown.ts';
import { readCoverageRatio } from './coverage-ratio.ts';
import { hasVerdictKey, readJsonVerdict } from './json-verdict.ts';
import { collectStatements } from './markdown-verdict.ts';
import { listOpenFindings } from './open-finding.ts';
import { isReviewTitle, type Section, splitSections } from './section.ts';
import { mentionsVerdict, type Said } from './statement.ts';
import type { VerdictReading } from './verdict.ts';
import { afterVerdictHeading, afterVerdictLabel, type Line, parseBox, visibleLines } from './verdict-line.ts';
import { findVetoes } from './veto.ts';

/** Far more than any reviewer writes, and read in about a second at worst. */
const maxChars = 1024 * 1024;

/**
 * Reads a verdict file of any known form.
 * Contract: never throws, never guesses. A text that does not state exactly one known verdict is UNREADABLE.
 */
export function readVerdict(text: string, blocks?: readonly Block[]): VerdictReading {
  const obstacle = findObstacle(text);
  if (obstacle !== null) return unreadable(obstacle);
  const body = text.replace(/^\uFEFF/, '');
  return body.trimStart().startsWith('{') ? readJsonVerdict(body, 1) : readMarkdown(blocks ?? parseBlocks(body));
}

/** Tells a verdict file by its content. A document that is an LLD has to be recognised before this is asked. */
export function looksLikeVerdict(text: string, blocks: readonly Block[]): boolean {
  const body = text.replace(/^\uFEFF/, '').trimStart();
  if (body.startsWith('{')) return hasVerdictKey(body);
  if (isReview(blocks) || visibleLines(blocks).some(isVerdictLine)) return true;
  const verdictSections = splitSections(blocks).filter(({ zone }) => zone.kind === 'verdict');
  return verdictSections.some(isMeantAsVerdict) || jsonFences(blocks).some((fence) => hasVerdictKey(fence.text));
}

/** A document whose first heading says so is a review, whatever it quotes. */
export function isReview(blocks: readonly Block[]): boolean {
  const first = blocks.find((block) => block.kind === 'heading');
  return first?.kind === 'heading' && isReviewTitle(first.text);
}

/** In any document a line may speak of some verdict; only our words, or none, make it one of these. */
function isVerdictLine({ text }: Line): boolean {
  const labelled = afterVerdictLabel(text);
  return labelled !== null && (labelled === '' || mentionsVerdict(labelled));
}

/** It talks of a verdict, or says nothing that can be seen: a verdict that was left out, quoted or fenced. */
function isMeantAsVerdict({ heading, blocks }: Section): boolean {
  const lines = visibleLines(blocks);
  if (lines.length === 0 || mentionsVerdict(afterVerdictHeading(heading?.text ?? '') ?? '')) return true;
  return lines.some(({ text }) => parseBox(text) !== null || mentionsVerdict(text));
}

function findObstacle(text: string): string | null {
  if (text.trim() === '') return 'the file is empty';
  if (text.length > maxChars) return `the file has more than ${maxChars} characters`;
  if (hasTooManyLines(text)) return `the file has more than ${mostLines} lines`;
  return text.includes('\0') ? 'the file is binary' : null;
}

function readMarkdown(blocks: readonly Block[]): VerdictReading {
  const sections = splitSections(blocks);
  const said = collectStatements(sections);
  if (said.length === 0) return readFence(blocks, sections);
  const listed = { findings: listOpenFindings(sections), coverageRatio: readCoverageRatio(sections) };
  return { ...concludeFrom(said, sections), ...listed };
}

function concludeFrom(
  said: readonly Said[],
  sections: readonly Section[],
): Pick<VerdictReading, 'verdict' | 'line' | 'reason'> {
  const [first] = said;
  const vetoes = first?.word === 'APPROVED' ? findVetoes(sections, first.line) : [];
  const broken = [...said, ...vetoes].find(({ word }) => word === null);
  if (broken !== undefined) return { verdict: 'UNREADABLE', line: broken.line, reason: broken.reason };
  const other = said.find(({ word }) => word !== first?.word);
  if (other !== undefined) {
    const reason = `line ${first?.line} says ${first?.word}, line ${other.line} says ${other.word}`;
    return { verdict: 'UNREADABLE', line: other.line, reason };
  }
  return { verdict: first?.word ?? 'UNREADABLE', line: first?.line ?? 1, reason: null };
}

function readFence(blocks: readonly Block[], sections: readonly Section[]): VerdictReading {
  const [fence, ...others] = jsonFences(blocks);
  if (fence === undefined) return unreadable('no verdict is stated in a known form');
  if (others.length > 0) return unreadable('there are several JSON blocks, and nothing says which is the verdict');
  const reading = readJsonVerdict(fence.text, fence.line);
  const [veto] = reading.verdict === 'APPROVED' ? findVetoes(sections, 0) : [];
  return veto === undefined ? reading : { ...reading, verdict: 'UNREADABLE', line: veto.line, reason: veto.reason };
}

function jsonFences(blocks: readonly Block[]): Extract<Block, { kind: 'fence' }>[] {
  return blocks.filter((block) => block.kind === 'fence').filter(isJsonFence);
}

function unreadable(reason: string): VerdictReading {
  return { verdict: 'UNREADABLE', line: 1, reason, findings: [], coverageRatio: null };
}
