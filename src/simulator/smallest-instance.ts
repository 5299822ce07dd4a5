import { asList, asNumber, asText, pick } from './json-reading.ts';

/** A schema can lead back to itself; deeper than this nothing is made. */
const deepest = 32;

/** The smallest value that fits a JSON schema, or Google's form of one. Patterns are not read. */
export function makeSmallestInstance(schema: unknown): unknown {
  return make(schema, schema, 0);
}

function make(schema: unknown, root: unknown, depth: number): unknown {
  if (depth > deepest) return null;
  const within = (inner: unknown) => make(inner, root, depth + 1);
  const reference = pick(schema, '$ref');
  if (typeof reference === 'string') return within(followReference(root, reference));
  const fixed = pick(schema, 'const') ?? asList(pick(schema, 'enum'))[0];
  if (fixed !== undefined) return fixed;
  const [choice] = [...asList(pick(schema, 'anyOf')), ...asList(pick(schema, 'oneOf'))];
  if (choice !== undefined) return within(choice);
  const parts = asList(pick(schema, 'allOf'));
  if (parts.length > 0) return joinParts([...parts.map(within), makeTyped(schema, within)]);
  return makeTyped(schema, within);
}

function joinParts(parts: readonly unknown[]): unknown {
  const objects = parts.filter((part) => typeof part === 'object' && part !== null);
  return objects.length === parts.length ? Object.assign({}, ...objects) : (parts[0] ?? null);
}

function makeTyped(schema: unknown, within: (inner: unknown) => unknown): unknown {
  const type = typeOf(schema);
  if (type === 'object') return makeObject(schema, within);
  if (type === 'array') return makeArray(schema, within);
  if (type === 'string') return makeText(schema);
  if (type === 'number' || type === 'integer') return makeNumber(schema);
  return type === 'boolean' ? false : null;
}

function typeOf(schema: unknown): string {
  const type = pick(schema, 'type');
  const first = Array.isArray(type) ? type[0] : type;
  if (typeof first === 'string') return first.toLowerCase();
  if (pick(schema, 'properties') !== undefined) return 'object';
  return pick(schema, 'items') !== undefined ? 'array' : 'null';
}

function makeObject(schema: unknown, within: (inner: unknown) => unknown): Record<string, unknown> {
  const required = asList(pick(schema, 'required')).filter((name) => typeof name === 'string');
  return Object.fromEntries(required.map((name) => [name, within(pick(schema, 'properties', name))]));
}

function makeArray(schema: unknown, within: (inner: unknown) => unknown): unknown[] {
  const first = asList(pick(schema, 'prefixItems')).map(within);
  const least = asNumber(pick(schema, 'minItems')) ?? 0;
  const missing = Math.max(0, least - first.length);
  return [...first, ...Array.from({ length: missing }, () => within(pick(schema, 'items')))];
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  email: 'a@example.org',
  uri: 'https://example.org',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function makeText(schema: unknown): string {
  const formatted = formats[asText(pick(schema, 'format'))];
  return formatted ?? 'a'.repeat(asNumber(pick(schema, 'minLength')) ?? 0);
}

/** Zero, or the nearest that its bounds and its step allow. */
function makeNumber(schema: unknown): number {
  const step = asNumber(pick(schema, 'multipleOf')) ?? 1;
  const above = asNumber(pick(schema, 'exclusiveMinimum'));
  const least = above === null ? asNumber(pick(schema, 'minimum')) : (Math.floor(above / step) + 1) * step;
  const most = asNumber(pick(schema, 'maximum')) ?? asNumber(pick(schema, 'exclusiveMaximum'));
  if (least !== null && least > 0) return fitStep(least, step, above ?? least);
  if (most === null || most > 0) return 0;
  return pick(schema, 'exclusiveMaximum') === undefined
    ? Math.floor(most / step) * step
    : (Math.ceil(most / step) - 1) * step;
}

function fitStep(least: number, step: number, bound: number): number {
  const fitted = Math.ceil(least / step) * step;
  return fitted < bound ? least : fitted;
}

/** `#/$defs/name` */
function followReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.slice(1).split('/').filter(Boolean);
  return pick(root, ...steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')));
}
