import type { Redaction } from '../redaction/redaction.ts';
import { openCommandOutput } from '../store/command-output.ts';
import type { OutputSink } from '../workflows/implementation/kept-output.ts';
import type { RunPlace } from './task-order.ts';

/** A long output of a command, on its way to the disk: what a secret may begin is held back until it is known not to be one. */
export function openOutput(
  { baseDir, checkpoint }: Pick<RunPlace, 'baseDir' | 'checkpoint'>,
  redaction: Redaction,
): OutputSink {
  const stream = redaction.openStream();
  const file = openCommandOutput(baseDir, checkpoint.name);
  return {
    write: (text) => file.write(stream.push(Buffer.from(text))),
    finish() {
      file.write(stream.end());
      return file.finish();
    },
  };
}
