import * as z from 'zod/mini';
import { splitLines } from './lld/source-lines.ts';
import { isJsonFence, parseBlocks } from './markdown.ts';
import { objectToKeys } from './reply-keys.ts';

/** Far more than any reply that was asked for has. */
const mostChars = 1024 * 1024;

export type Reading<Data> = { readonly data: Data } | { readonly reason: string };

/**
 * The form of a reply as every provider takes it: OpenAI wants each property required and refuses `oneOf` and defaults,
 * Anthropic refuses bounds. What comes back is still read by the schema itself: this only says what to write.
 */
export function toJsonSchema(schema: z.core.$ZodType) {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    override({ jsonSchema }) {
      if (jsonSchema.oneOf !== undefined) jsonSchema.anyOf = jsonSchema.oneOf;
      for (const word of unknownWords) delete jsonSchema[word];
      if (jsonSchema.properties === undefined) return;
      jsonSchema.required = Object.keys(jsonSchema.properties);
      jsonSchema.additionalProperties = false;
    },
  });
}

const unknownWords = [
  ...['oneOf', 'default', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern', 'format'],
];

/**
 * One JSON object of that form, on lines of its own or in the one JSON block of a reply; else a reason that its writer can act on.
 * Contract: never throws. What readers could disagree on is refused: other JSON beside it, and keys as `objectToKeys` says.
 */
export function readJsonReply<Schema extends z.core.$ZodType>(text: string, schema: Schema): Reading<z.output<Schema>> {
  if (text.trim() === '') return { reason: 'it is empty' };
  if (text.length > mostChars) return { reason: `it has more than ${mostChars} characters` };
  const found = findJson(text.toWellFormed().replace(/^\uFEFF/, ''));
  if ('reason' in found) return found;
  const parsed = parseJson(found.data);
  if ('reason' in parsed) return parsed;
  const objection = objectToKeys(found.data, namesIn(schema));
  return objection === null ? readForm(parsed.data, schema) : { reason: objection };
}

/** A form with very many faults is more than its reader can list. */
function readForm<Schema extends z.core.$ZodType>(value: unknown, schema: Schema): Reading<z.output<Schema>> {
  try {
    const { data, error } = z.safeParse(schema, value);
    if (error === undefined) return { data };
    const [issue] = error.issues;
    return { reason: `the JSON is wrong at ${placeOf(issue?.path ?? [])}: ${describe(issue)}` };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { reason: `the JSON ${otherForm}` };
  }
}

const otherForm = 'has another form than was asked for';

const knownNames = new WeakMap<z.core.$ZodType, ReadonlySet<string>>();

/** Every key that a form has, at any depth. */
function namesIn(schema: z.core.$ZodType): ReadonlySet<string> {
  const known = knownNames.get(schema) ?? new Set(listNames(toJsonSchema(schema)));
  knownNames.set(schema, known);
  return known;
}

function* listNames(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if ('properties' in node && typeof node.properties === 'object') yield* Object.keys(node.properties ?? {});
  for (const part of Object.values(node)) yield* listNames(part);
}

function findJson(text: string): Reading<string> {
  if (text.trimStart().startsWith('{')) return findObject(text);
  const [block, ...others] = parseBlocks(text)
    .filter((one) => one.kind === 'fence')
    .filter(isJsonFence);
  if (block === undefined) return findObject(text);
  const lines = splitLines(text);
  const around = [...lines.slice(0, block.line - 1), ...lines.slice(block.endLine)].join('\n');
  return others.length === 0 ? standAlone(block.text, around) : severalBlocks;
}

/** From a brace that begins a line to the last one: before and behind it there may be words. */
function findObject(text: string): Reading<string> {
  const start = text.search(/^[ \t]*\{/m);
  if (start < 0) return { reason: 'it is not one JSON object' };
  return standAlone(text.slice(start, Math.max(start, text.lastIndexOf('}')) + 1), text.slice(0, start));
}

const severalBlocks = { reason: 'it holds several JSON blocks: give one' };

function standAlone(json: string, around: string): Reading<string> {
  return /\{\s*"/.test(around) ? severalBlocks : { data: json };
}

function parseJson(text: string): Reading<unknown> {
  try {
    return { data: JSON.parse(text) };
  } catch {
    return { reason: 'the JSON is cut off or malformed' };
  }
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'its top' : path.map(String).join('.').slice(0, 200);
}

/** The values that were allowed help most; the message of the schema says what kind of value was. */
function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `it is none of ${issue.values.map(String).join(', ')}`;
  if (issue?.code === 'invalid_type') return `it is not of the type ${issue.expected}`;
  if (issue?.code === 'too_big') {
    return `it has more than ${issue.maximum} ${issue.origin === 'array' ? 'items' : 'characters'}`;
  }
  return `it ${otherForm}`;
}
