import * as z from 'zod/mini';
import { parseStatement, type Statement, takesBack } from './statement.ts';
import { isProved, type OpenFinding, type VerdictReading } from './verdict.ts';

const objectSchema = z.record(z.string(), z.unknown());
const findingSchema = z.object({ tier: z.literal([1, 2, 3]), title: z.string() });
const coverageSchema = z.array(z.object({ scenarios: z.array(z.string()) }));

/** Reads one JSON object that starts at `line` of its file. */
export function readJsonVerdict(json: string, line: number): VerdictReading {
  const document = parseObject(json);
  if (document === null)
    return {
      verdict: 'UNREADABLE',
      line,
      reason: 'the JSON is cut off or malformed',
      findings: [],
      coverageRatio: null,
    };
  const { word, reason } = readStatement(json);
  const { findings, isComplete } = readFindings(document, line);
  const coverageRatio = readCoverage(document['coverage']);
  if (word !== 'APPROVED' || isComplete)
    return { verdict: word ?? 'UNREADABLE', line, reason, findings, coverageRatio };
  return {
    verdict: 'UNREADABLE',
    line,
    reason: 'it lists findings in a form that is not known',
    findings,
    coverageRatio,
  };
}

/** Incomplete if something is there that cannot be read: it could be what speaks against an approval. */
function readFindings(
  document: Record<string, unknown>,
  line: number,
): { findings: OpenFinding[]; isComplete: boolean } {
  const entries = Object.entries(document);
  const [, written] = entries.find(([key]) => key.toLowerCase() === 'findings') ?? [];
  const listed = z.array(z.unknown()).safeParse(written ?? []).data;
  const findings = (listed ?? []).flatMap((one) => findingSchema.safeParse(one).data ?? []);
  const isComplete = findings.length === listed?.length && entries.every(([key, value]) => isUnderstood(key, value));
  return { findings: findings.map((one) => ({ ...one, line })), isComplete };
}

const knownKeys: ReadonlySet<string> = new Set([
  'title',
  'reviewer',
  'model',
  'summary',
  'findings',
  'resolvedquestions',
  'coverage',
  'questions',
]);

/** A key of ours, a verdict, or a plain value that takes nothing back; lists and objects of others could say anything. */
function isUnderstood(key: string, value: unknown): boolean {
  if (knownKeys.has(key.toLowerCase().replace(/[_-]/g, '')) || isVerdictKey(key) || isNothing(value)) return true;
  if (typeof value === 'string')
    return !takesBack(value) && !/\b(?:revise|discuss|block|blocked|rejected)\b/i.test(value);
  return typeof value !== 'object' && !/block|tier|issue|problem|finding|condition|concern|critical/i.test(key);
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === false ||
    value === 0 ||
    (typeof value === 'object' ? Object.keys(value).length === 0 : value === '')
  );
}

/** True for an object with a verdict key, and for text that was going to be one when it was cut off. */
export function hasVerdictKey(json: string): boolean {
  if (parseObject(json) === null) return /"(?:governance[_-]?)?(?:verdict|decision)"\s{0,9}:/i.test(json);
  return topLevelEntries(json).some(([key]) => isVerdictKey(key));
}

function parseObject(json: string): Record<string, unknown> | null {
  try {
    return objectSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

function readStatement(json: string): Statement {
  const values = topLevelEntries(json)
    .filter(([key]) => isVerdictKey(key))
    .map(([, value]) => value);
  const statements = values.map(readValue);
  const [first] = statements;
  if (first === undefined) return { word: null, reason: 'the JSON has no verdict key' };
  const unread = statements.find(({ word }) => word === null);
  if (unread !== undefined) return unread;
  const isUnanimous = statements.every(({ word }) => word === first.word);
  return isUnanimous ? first : { word: null, reason: 'the JSON names several verdicts that disagree' };
}

/** `"approved": true` agrees with an approval; `false` speaks against it. */
function readValue(value: unknown): Statement {
  if (typeof value === 'string') return parseStatement(value);
  return value === false ? { word: null, reason: 'the JSON says false where it should say yes' } : notText(value);
}

function notText(value: unknown): Statement {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;
  return { word: null, reason: `the verdict in the JSON is ${kind}, not a text` };
}

function isVerdictKey(key: string): boolean {
  return /verdict|decision|outcome|^(?:is)?approved$|^(?:final|overall)?status$/.test(
    key.toLowerCase().replace(/[_-]/g, ''),
  );
}

function readCoverage(value: unknown): number | null {
  const rows = coverageSchema.safeParse(value).data ?? [];
  return rows.length === 0 ? null : rows.filter(isProved).length / rows.length;
}

/** The entries of a well-formed object with repeated keys kept, which JSON.parse would silently reduce to the last. */
function topLevelEntries(json: string): [string, unknown][] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at);
    else if (char === '{' || char === '[') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (char === ',' || char === '}' || char === ']') {
      if (depth === 1) parts.push(json.slice(start, at));
      if (depth === 1) start = at + 1;
      if (char !== ',') depth -= 1;
    }
  }
  return parts.flatMap((part) => Object.entries(parseObject(`{${part}}`) ?? {}));
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
