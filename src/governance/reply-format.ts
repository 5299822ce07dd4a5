import * as z from 'zod/mini';
import { parseBlocks } from './markdown.ts';

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
 * One JSON object of that form, bare or in the one JSON block of a reply; else a reason that its writer can act on. An
 * object that names a key twice is refused: readers would disagree on what it says.
 */
export function readJsonReply<Schema extends z.core.$ZodType>(text: string, schema: Schema): Reading<z.output<Schema>> {
  if (text.trim() === '') return { reason: 'it is empty' };
  if (text.length > mostChars) return { reason: `it has more than ${mostChars} characters` };
  const found = findJson(text.toWellFormed().replace(/^\uFEFF/, ''));
  if ('reason' in found) return found;
  const parsed = parseJson(found.data);
  if ('reason' in parsed) return parsed;
  const twice = findRepeatedKey(found.data);
  if (twice !== null) return { reason: `the JSON has the key ${twice.slice(0, 80)} twice in one object` };
  const { data, error } = z.safeParse(schema, parsed.data);
  if (error === undefined) return { data };
  const [issue] = error.issues;
  return { reason: `the JSON is wrong at ${placeOf(issue?.path ?? [])}: ${describe(issue)}` };
}

function findJson(text: string): Reading<string> {
  if (text.trimStart().startsWith('{')) return { data: text };
  const blocks = parseBlocks(text).filter((block) => block.kind === 'fence');
  const [block, ...others] = blocks.filter(({ info }) => info.toLowerCase() === 'json');
  if (block === undefined) return { reason: 'it is not one JSON object' };
  return others.length === 0 ? { data: block.text } : { reason: 'it holds several JSON blocks: give one' };
}

function parseJson(text: string): Reading<unknown> {
  try {
    return { data: JSON.parse(text) };
  } catch {
    return { reason: 'the JSON is cut off or malformed' };
  }
}

/** Of well-formed JSON the first key, as it is written, that an object has twice. */
function findRepeatedKey(json: string): string | null {
  const objects: Set<string>[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}]/g)) {
    if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
    else if (token.endsWith(':')) {
      const key = token.slice(0, token.lastIndexOf('"') + 1);
      const name = String(JSON.parse(key));
      if (objects.at(-1)?.has(name)) return key;
      objects.at(-1)?.add(name);
    }
  }
  return null;
}

function placeOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'its top' : path.map(String).join('.').slice(0, 200);
}

/** The values that were allowed help most; the message of the schema says what kind of value was. */
function describe(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'invalid_value') return `it is none of ${issue.values.map(String).join(', ')}`;
  if (issue?.code === 'invalid_type') return `it is not of the type ${issue.expected}`;
  return 'it has another form than was asked for';
}
