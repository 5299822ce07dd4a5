import * as z from 'zod/mini';
import { verdictSchema } from '../../governance/verdict/verdict.ts';

/**
 * The form of a verdict as every provider takes it. OpenAI refuses `oneOf`, Anthropic bounds of numbers. The verdict is
 * still read by its own schema: this only says what to write.
 */
export function makeVerdictFormat() {
  return z.toJSONSchema(verdictSchema, {
    target: 'draft-7',
    override({ jsonSchema }) {
      if (jsonSchema.oneOf !== undefined) jsonSchema.anyOf = jsonSchema.oneOf;
      delete jsonSchema.oneOf;
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
}
