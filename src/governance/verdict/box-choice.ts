import { parseStatement, quote, type Said, say, sayNothing } from './statement.ts';
import { type Box, type Line, parseBox } from './verdict-line.ts';

/** All boxes of one place make one choice, and only a single ticked box is a choice. */
export function readChoice(lines: readonly Line[]): Said[] {
  const boxes = lines.flatMap(({ text, line }) => {
    const box = parseBox(text);
    return box === null ? [] : [{ ...box, line }];
  });
  const [first] = boxes;
  if (first === undefined) return [];
  const strange = boxes.find((box) => box.isTicked === null);
  if (strange !== undefined) return [sayNothing(`the box ${quote(strange.label)} has a strange mark`, strange.line)];
  const ticked = boxes.filter((box) => box.isTicked);
  const [choice] = ticked;
  if (choice === undefined) return [sayNothing('no box is ticked', first.line)];
  if (ticked.length > 1) return [sayNothing(`${ticked.length} boxes are ticked`, choice.line)];
  if (isLeftOpenToo(choice, boxes)) return [sayNothing('one verdict has a ticked and an empty box', choice.line)];
  return [say(choice.label, choice.line)];
}

function isLeftOpenToo(choice: Box, boxes: readonly Box[]): boolean {
  const { word } = parseStatement(choice.label);
  return word !== null && boxes.some((box) => box.isTicked === false && parseStatement(box.label).word === word);
}
