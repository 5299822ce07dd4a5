import { limits } from '../limits.ts';
import type { TestState } from '../test-run.ts';
import { linesOf, withoutColours } from '../text.ts';
import { classifyThrown } from './classify.ts';
import type { ReportPlace } from './report-place.ts';
import { RunDraft } from './run-draft.ts';

const point = /^( {0,200})(not ok|ok)\b(?: \d+)?(?: -)? ?(.*)$/;
const directive = /(?:^|\s)# ?(SKIP|TODO)\b.*$/i;

interface Point {
  readonly depth: number;
  readonly title: string;
  readonly state: TestState;
  details: string;
}

/** Reads the Test Anything Protocol. Points that are indented belong to the next one that is less so. Null for other text. */
export function readTap(text: string, place: ReportPlace): RunDraft | null {
  const lines = linesOf(withoutColours(text));
  const { points, planned, hasBailed } = readPoints(lines);
  if (points.length === 0 && planned === null) return null;
  const draft = new RunDraft();
  const top = points.filter(({ depth }) => depth === 0).length;
  if (hasBailed || (planned !== null && planned !== top)) draft.breakOff();
  for (const { titles, state, details } of withGroups(points)) {
    const location = /^[ \t]+location: '?(\S{1,1000}?):\d+:\d+'?$/m.exec(details)?.[1];
    const file = location === undefined ? null : place.locate(location);
    draft.add({ titles, file, state, failure: state === 'failed' ? describe(details, place) : null });
  }
  return draft;
}

interface ReadPoints {
  readonly points: readonly Point[];
  readonly planned: number | null;
  readonly hasBailed: boolean;
}

function readPoints(lines: readonly string[]): ReadPoints {
  const points: Point[] = [];
  let planned: number | null = null;
  let hasBailed = false;
  for (const line of lines) {
    const [, indent = '', verdict, rest = ''] = point.exec(line) ?? [];
    const last = points.at(-1);
    if (verdict !== undefined && points.length <= limits.tests) points.push(makePoint(indent, verdict, rest));
    else if (/^1\.\.\d{1,7}\s*(?:#.*)?$/.test(line)) planned = Number(/\d+(?=\s|#|$)/.exec(line.slice(3))?.[0]);
    else if (/^Bail out!/.test(line)) hasBailed = true;
    else if (last !== undefined && last.details.length < limits.messageCharacters) last.details += `${line}\n`;
  }
  return { points, planned, hasBailed };
}

function makePoint(indent: string, verdict: string, rest: string): Point {
  const said = directive.exec(rest)?.[1]?.toUpperCase();
  const plain = verdict === 'ok' ? 'passed' : 'failed';
  const state = said === 'TODO' ? 'todo' : said === 'SKIP' ? 'skipped' : plain;
  return { depth: Math.floor(indent.length / 4), title: rest.replace(directive, '').trim(), state, details: '' };
}

interface GroupedPoint extends Point {
  readonly titles: readonly string[];
}

/** The point of a group comes after those of its members, so they are read from the end. Groups are no tests. */
function withGroups(points: readonly Point[]): GroupedPoint[] {
  const groups: string[] = [];
  const grouped: GroupedPoint[] = [];
  for (let at = points.length - 1; at >= 0; at -= 1) {
    const point = points[at];
    if (point === undefined) continue;
    groups.length = Math.min(groups.length, point.depth);
    const isGroup = (points[at - 1]?.depth ?? 0) > point.depth;
    if (!isGroup) grouped.push({ ...point, titles: [...groups, point.title] });
    groups.push(point.title);
  }
  return grouped.reverse();
}

/** The block below a point is YAML; the lines that tell why are read, and not the rest. */
function describe(details: string, place: ReportPlace) {
  const code = /^[ \t]+code: '?(\w{1,60})/m.exec(details)?.[1] ?? '';
  const name = /^[ \t]+name: '?(\w{1,60})/m.exec(details)?.[1] ?? '';
  const error = /^[ \t]+error: (?:\|-?\n\s*)?'?(.{1,1000}?)'?$/m.exec(details)?.[1] ?? '';
  const failure = classifyThrown(`${name}: ${error}`, place);
  if (code === 'ERR_ASSERTION')
    return { ...failure, message: details.trim(), kind: 'assertion' as const, missing: null };
  const isTimeout = /failureType: '?testTimeoutFailure/.test(details);
  return { ...failure, message: details.trim(), kind: isTimeout ? ('timeout' as const) : failure.kind };
}
