import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { makeSmallestInstance } from '../../src/simulator/smallest-instance.ts';

/** Schemas of any shape, as clients write them. */
const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(z.boolean(), z.null(), z.iso.datetime(), z.email(), z.url()),
    fc.integer({ min: 0, max: 9 }).map((length) => z.string().min(length)),
    fc.integer({ min: -50, max: 50 }).map((least) => z.number().min(least)),
    fc.integer({ min: -50, max: 50 }).map((most) => z.int().max(most)),
    fc.integer({ min: -50, max: 50 }).map((bound) => z.int().gt(bound)),
    fc.integer({ min: -50, max: 50 }).map((bound) => z.int().lt(bound)),
    fc
      .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 2, max: 9 }))
      .map(([least, step]) => z.int().gte(least).multipleOf(step)),
    fc.constantFrom(z.enum(['one', 'two']), z.literal(7)),
    tie('schema').map((inner) => z.nullable(inner)),
    tie('schema').map((inner) => z.array(inner).min(2)),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.object({ a, b: z.optional(b) })),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.union([a, b])),
    fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => z.tuple([a, b])),
  ),
}));

test('what is made fits its schema', () => {
  fc.assert(
    fc.property(schemas, (schema) => {
      const made = makeSmallestInstance(z.toJSONSchema(schema));
      const { success, error } = schema.safeParse(made);
      assert.ok(success, `${JSON.stringify(z.toJSONSchema(schema))}: ${JSON.stringify(made)}: ${error}`);
    }),
    { numRuns: 500 },
  );
});

test('what is not required is left out', () => {
  const schema = z.object({ needed: z.string(), more: z.optional(z.string()) });
  assert.deepEqual(makeSmallestInstance(z.toJSONSchema(schema)), { needed: '' });
});

test('references are followed, and a circle ends', () => {
  const schema = {
    $ref: '#/$defs/node',
    $defs: { node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/node' } } } },
  };
  assert.ok(makeSmallestInstance(schema));
  const leaf = { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 5 } } };
  assert.equal(makeSmallestInstance(leaf), 5);
});

test("google's own form of a schema is understood", () => {
  const schema = { type: 'OBJECT', required: ['n'], properties: { n: { type: 'INTEGER', minimum: 2 } } };
  assert.deepEqual(makeSmallestInstance(schema), { n: 2 });
});

test('what is no schema makes null', () => {
  for (const nothing of [null, undefined, 5, 'x', [], {}, { $ref: '#/nowhere' }])
    assert.equal(makeSmallestInstance(nothing), null);
});
