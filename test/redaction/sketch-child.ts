import { makeRedactor } from '../../src/redaction/redactor.ts';
import type { RedactionSketch } from '../../src/redaction/sketch.ts';

interface Order {
  readonly sketch: RedactionSketch;
  readonly text: string;
}

process.once('message', ({ sketch, text }: Order) => {
  process.send?.(makeRedactor(sketch).redact(Buffer.from(text, 'base64').toString()), () => process.disconnect());
});
