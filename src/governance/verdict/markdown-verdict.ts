import type { Block } from '../markdown.ts';
import { readChoice } from './box-choice.ts';
import type { Section } from './section.ts';
import { parseStatement, quote, type Said, say, sayNothing, takesBack } from './statement.ts';
import { afterVerdictHeading, afterVerdictLabel, type Line, parseBox, visibleLines } from './verdict-line.ts';

/** A block outside the Verdict sections that may still state the verdict. */
interface LoosePlace {
  readonly zone: Section['zone'];
  readonly lines: readonly Line[];
}

/** Everything in the document that speaks as its verdict: the Verdict sections first, then the loose lines. */
export function collectStatements(sections: readonly Section[]): Said[] {
  const verdictSections = sections.filter(isVerdictSection);
  const own = readPlaces(sections.filter(({ zone }) => zone.kind === 'other'));
  const said = [...verdictSections.flatMap(readSection), ...own];
  return said.length > 0 ? said : readPlaces(sections).map(refuseApproval);
}

function readPlaces(sections: readonly Section[]): Said[] {
  const places = sections.flatMap(listPlaces);
  return [...readLooseBoxes(places), ...places.flatMap(readLooseLines)];
}

/** Among findings, quotes and logs a no may still be the verdict; an approval there is somebody else's. */
function refuseApproval(said: Said): Said {
  return said.word === 'APPROVED' ? sayNothing('an approval stands only in its own place', said.line) : said;
}

/** Among findings, coverage rows, questions and logs a list quotes or judges something else. */
function listPlaces({ zone, blocks }: Section): LoosePlace[] {
  const places = placesOf(zone, blocks);
  return places.map((place, index) => ({ ...place, lines: joinLabel(place.lines, places[index + 1]?.lines[0]) }));
}

/** A bare `**Verdict:**` means the line that follows it, in its own block or at the head of the next. */
function joinLabel(lines: readonly Line[], next: Line | undefined): Line[] {
  return lines.map(({ text, line }, index) => {
    const value = afterVerdictLabel(text) === '' ? (lines[index + 1] ?? next) : undefined;
    return { text: value === undefined || parseBox(value.text) !== null ? text : `${text} ${value.text}`, line };
  });
}

function placesOf(zone: Section['zone'], blocks: readonly Block[]): LoosePlace[] {
  const speaks = ({ kind }: Block) =>
    kind === 'paragraph' || kind === 'heading' || (kind === 'list' && zone.kind === 'other');
  return blocks.filter(speaks).map((block) => ({ zone, lines: visibleLines([block]) }));
}

/** A bare `# Verdict` on top with nothing under it is the title of the document, not its last section. */
function isVerdictSection({ zone, heading, blocks }: Section, index: number): boolean {
  const isTitle = index === 1 && heading?.level === 1 && heading.line <= 2 && blocks.length === 0;
  return zone.kind === 'verdict' && (!isTitle || afterVerdictHeading(heading.text) !== '');
}

/** In a Verdict section every line counts: what is neither box nor verdict is prose that must not take it back. */
function readSection({ heading, blocks }: Section): Said[] {
  const headingLine = heading?.line ?? 1;
  const inHeading = afterVerdictHeading(heading?.text ?? '') ?? '';
  const lines = visibleLines(blocks);
  const lead = [...(inHeading === '' ? [] : [say(inHeading, headingLine)]), ...readChoice(lines)];
  const plain = lines.filter(({ text }) => parseBox(text) === null);
  const [first] = plain;
  if (lead.length === 0) {
    if (first === undefined) return [sayNothing('the Verdict section is empty', headingLine)];
    lead.push(readLine(first) ?? say(first.text, first.line));
  }
  const said = [...lead, ...plain.map(readLine).filter((one) => one !== null)];
  const prose = plain.filter((line) => readLine(line) === null);
  return [...said, ...findRetraction(said, prose)];
}

/** A `Verdict:` line or a verdict word of its own; null for prose. */
function readLine({ text, line }: Line): Said | null {
  const labelled = afterVerdictLabel(text);
  if (labelled !== null) return labelled === '' ? null : say(labelled, line);
  const statement = parseStatement(text);
  return statement.word === null ? null : { ...statement, line };
}

function readLooseLines({ zone, lines }: LoosePlace): Said[] {
  const isVerdict = ({ text }: Line) => isVerdictLine(text, zone);
  const said = lines.filter(isVerdict).map(({ text, line }) => say(afterVerdictLabel(text) ?? '', line));
  if (said.length === 0) return [];
  const after = lines.slice(lines.findIndex(isVerdict)).filter((line) => !isVerdict(line));
  return [...said, ...findRetraction(said, after.map(labelOnly))];
}

function isVerdictLine(text: string, zone: Section['zone']): boolean {
  const labelled = afterVerdictLabel(text) ?? '';
  return labelled !== '' && !isCoverageResult(labelled, zone);
}

/** Boxes outside a Verdict section count when their block offers a verdict word, and then all of that block count. */
function readLooseBoxes(places: readonly LoosePlace[]): Said[] {
  const offersVerdict = ({ text }: Line) => parseStatement(parseBox(text)?.label ?? '').word !== null;
  return readChoice(places.filter(({ lines }) => lines.some(offersVerdict)).flatMap(({ lines }) => lines));
}

/** "Verdict: PASS" is the result of a coverage analysis; a FAIL elsewhere is a verdict that we do not know. */
function isCoverageResult(labelled: string, zone: Section['zone']): boolean {
  return zone.kind === 'coverage' ? /^[*_`\s]*(?:pass|fail)/i.test(labelled) : /^[*_`\s]*pass/i.test(labelled);
}

function findRetraction(said: readonly Said[], prose: readonly Line[]): Said[] {
  if (!said.some(({ word }) => word === 'APPROVED')) return [];
  const taking = prose.find(({ text }) => takesBack(text));
  if (taking === undefined) return [];
  return [sayNothing(`${quote(taking.text)} may take the approval back or tie it to a condition`, taking.line)];
}

/** Of a field such as `Summary: …` next to a `Verdict:` line only the name can belong to the verdict. */
function labelOnly({ text, line }: Line): Line {
  const colon = text.indexOf(':');
  return { text: colon > 0 && colon < 40 ? text.slice(0, colon) : text, line };
}
