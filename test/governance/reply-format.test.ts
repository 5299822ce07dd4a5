import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { issueCheckSchema } from '../../src/governance/issue-check/issue-check.ts';
import { draftSchema } from '../../src/governance/lld/draft-form.ts';
import { editsSchema } from '../../src/governance/lld/edits.ts';
import { listOf, shortText } from '../../src/governance/reply-bounds.ts';
import { readJsonReply, toJsonSchema } from '../../src/governance/reply-format.ts';
import { askedVerdictSchema, verdictSchema } from '../../src/governance/verdict/verdict.ts';

const schema = z.object({ word: z.enum(['yes', 'no']), list: z.array(z.object({ n: z.int() })) });
const good = '{"word":"yes","list":[{"n":1}]}';

/** Every schema inside one. */
function* parts(node: unknown): Iterable<Record<string, unknown>> {
  if (Array.isArray(node)) for (const one of node) yield* parts(one);
  else if (typeof node === 'object' && node !== null) {
    yield { ...node };
    for (const one of Object.values(node)) yield* parts(one);
  }
}

for (const [name, form] of Object.entries({ draftSchema, editsSchema, verdictSchema, issueCheckSchema })) {
  test(`${name} is told in the words that every provider takes`, () => {
    const all = [...parts(toJsonSchema(form))];
    const objects = all.filter(({ type }) => type === 'object');
    assert.ok(objects.length > 0);
    for (const part of objects) {
      assert.equal(part['additionalProperties'], false);
      assert.deepEqual(part['required'], Object.keys(part['properties'] ?? {}));
    }
    const text = JSON.stringify(all);
    assert.doesNotMatch(text, /"(?:oneOf|default|minimum|maximum|maxItems|minLength|pattern)":/);
  });
}

test('a reply is one JSON object, on lines of its own or in its one block, whatever is said around it', () => {
  const data = { word: 'yes', list: [{ n: 1 }] };
  for (const text of [
    good,
    `\uFEFF \n${good}\n`,
    `\`\`\`json\n${good}\n\`\`\``,
    `Here it is:\n\n\`\`\`JSON\n${good}\n\`\`\`\nDone.`,
    `\`\`\`\n${good}\n\`\`\`\n`,
    `Here it is:\r\n\r\n  ${good}`,
    `${good}\n\nLet me know if anything is missing.`,
    `${good} and so on`,
  ]) {
    assert.deepEqual(readJsonReply(text, schema), { data }, text);
  }
});

const refused: Record<string, [text: string, reason: RegExp]> = {
  'an empty one': [' \n', /empty/],
  'a long one': [`{"word":"${'a'.repeat(1024 * 1024)}"}`, /more than/],
  prose: ['I approve.', /not one JSON object/],
  'a list': ['[1]', /not one JSON object/],
  'a cut one': [good.slice(0, -3), /cut off/],
  'one with a brace after it': [`${good} and so on }`, /malformed/],
  'two of them': [`${good}\n${good}`, /malformed/],
  'one after another in the words': [`Not {"word":"no"} but\n${good}`, /several JSON blocks/],
  'two blocks without a name': [`\`\`\`\n${good}\n\`\`\`\n\`\`\`\n${good}\n\`\`\``, /several JSON blocks/],
  'two blocks': [`\`\`\`json\n${good}\n\`\`\`\n\`\`\`json\n${good}\n\`\`\``, /several JSON blocks/],
  'a repeated key': ['{"word":"yes","list":[],"word":"no"}', /"word" twice/],
  'a repeated key that is written otherwise': ['{"word":"yes","list":[{"n":1,"\\u006e":2}]}', /twice/],
  'a key in another case': ['{"word":"yes","list":[],"Word":"no"}', /key "Word", which was not asked for/],
  'a key with a hidden character': ['{"word":"yes","list":[{"n":1,"n\\u200b":2}]}', /not asked for/],
  'a key that is written wider': ['{"word":"yes","list":[],"ｗord":"no"}', /not asked for/],
  'a key with another mark': ['{"word":"yes","list":[],"_list":[1]}', /not asked for/],
  'a prototype': ['{"word":"yes","list":[],"__proto__":{"word":"no"}}', /not asked for/],
  'a hidden prototype': ['{"word":"yes","list":[{"n":1,"\\u005f_proto__":{}}]}', /not asked for/],
  'another block without a name': [`\`\`\`json\n${good}\n\`\`\`\n\`\`\`\n${good}\n\`\`\``, /several JSON blocks/],
  'another block in a quote': [`\`\`\`json\n${good}\n\`\`\`\n> - ${good}`, /several JSON blocks/],
  'other JSON in the words around': [`I say {"word":"no"}:\n\n\`\`\`json\n${good}\n\`\`\``, /several JSON blocks/],
  'a wrong place': ['{"word":"yes","list":[{"n":1},{"n":"x"}]}', /at list\.1\.n: it is not of the type/],
  'a missing key': ['{"word":"yes"}', /at list/],
  'another word': ['{"word":"maybe","list":[]}', /at word: it is none of yes, no/],
  'a fraction': ['{"word":"yes","list":[{"n":1.5}]}', /at list\.0\.n/],
};

for (const [what, [text, reason]] of Object.entries(refused)) {
  test(`${what} is refused with its reason`, () => {
    const reading = readJsonReply(text, schema);
    assert.ok('reason' in reading);
    assert.match(reading.reason, reason);
  });
}

test('a list with more items than anybody reads is refused before they are read', () => {
  const long = z.object({ list: listOf(z.string(), 3), text: shortText() });
  assert.deepEqual(readJsonReply('{"list":["a","b","c"],"text":""}', long), {
    data: { list: ['a', 'b', 'c'], text: '' },
  });
  assert.deepEqual(readJsonReply('{"list":[1,2,3,4],"text":""}', long), {
    reason: 'the JSON is wrong at list: it has more than 3 items',
  });
  assert.deepEqual(readJsonReply(JSON.stringify({ list: [], text: 'x'.repeat(4001) }), long), {
    reason: 'the JSON is wrong at text: it has more than 4000 characters',
  });
});

for (const [name, form] of Object.entries({ draftSchema, editsSchema, askedVerdictSchema, issueCheckSchema })) {
  test(`no list of 250,000 items makes a reader of ${name} throw`, () => {
    const properties = [...parts(toJsonSchema(form))].flatMap((part) => Object.entries(part['properties'] ?? {}));
    const lists = properties.filter(([, part]) => JSON.stringify(part).includes('"array"')).map(([key]) => key);
    assert.ok(lists.length > 1);
    for (const key of new Set(lists)) {
      const reading = readJsonReply(`{"${key}":[${'0,'.repeat(250_000)}0]}`, form);
      assert.ok('reason' in reading, key);
    }
  });
}

test('a form that has more faults than can be listed is refused as a whole', () => {
  const open = z.object({ list: z.array(z.object({ a: z.int(), b: z.int() })) });
  const reading = readJsonReply(`{"list":[${'{},'.repeat(300_000)}{}]}`, open);
  assert.ok('reason' in reading && /form|type/.test(reading.reason));
});

test('the same key in two objects is no repetition, and neither is a colon in a text', () => {
  const text = '{"word":"no","list":[{"n":1},{"n":2}],"more":{"word":"word\\": ","x":["n","n"]}}';
  assert.deepEqual(readJsonReply(text, schema), { data: { word: 'no', list: [{ n: 1 }, { n: 2 }] } });
});

test('what was written as JSON is read as it was, whatever it holds, and nothing is thrown', () => {
  const any = z.object({ value: z.unknown() });
  const harmless = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('"__proto__"'));
  fc.assert(
    fc.property(harmless, (value) => {
      const text = JSON.stringify({ value }).toWellFormed();
      assert.deepEqual(readJsonReply(text, any), { data: JSON.parse(text) });
    }),
  );
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readJsonReply(`{"value":${text}}`, any)));
});

test('a key that could change what an object is, is refused wherever it stands', () => {
  const reading = readJsonReply('{"value":[{"__proto__":null}]}', z.object({ value: z.unknown() }));
  assert.deepEqual(reading, { reason: 'the JSON has the key "__proto__", which was not asked for' });
});

test('a hostile reply of the greatest length is read in the time of a short look', () => {
  for (const piece of ['{', '[', '"', '{"a":', '\\"', '```json\n', '> ', '- ', '"a":1,']) {
    const text = `{${piece.repeat(1_000_000 / piece.length)}`;
    assert.ok('reason' in readJsonReply(text, schema), piece);
    assert.ok('reason' in readJsonReply(text.slice(1), schema), piece);
  }
});
