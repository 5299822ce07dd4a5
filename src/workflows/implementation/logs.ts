import { hash } from 'node:crypto';
import type { WorkflowContext } from '../workflow.ts';
import type { CommandRecord } from './evidence.ts';
import { lineageFolder } from './lineage-places.ts';
import type { RanCommand } from './run-command.ts';

/**
 * The trail of an implementation: whole outputs of all that we ran ourselves, and verdicts. One numbered file each,
 * never written over.
 */
export interface Logs {
  readonly records: readonly CommandRecord[];
  /** A page of text, such as a verdict. */
  keepPage(kind: string, text: string): Promise<void>;
  /** Puts them in their places; `commit` is what they ran on. */
  keep(step: string, commit: string, commands: readonly RanCommand[]): Promise<void>;
}

/** Contract: outputs come from finished steps, so that they are redacted, and the same in every replay. */
export function openLogs(context: WorkflowContext, taskId: string, firstNumber: number): Logs {
  const records: CommandRecord[] = [];
  let number = firstNumber;
  const takePath = (name: string) => {
    const path = `${lineageFolder(taskId)}/${String(number).padStart(3, '0')}-${name}`;
    number += 1;
    return path;
  };
  return {
    records,
    async keepPage(kind, text) {
      await context.publish(kind, [{ path: takePath(`${kind}.md`), content: text, replaces: null }]);
    },
    async keep(step, commit, commands) {
      const files = commands.map(({ output, file = null, ...command }) => {
        const outputPath = takePath(`${step}.log`);
        const outputSha256 = file?.sha256 ?? hash('sha256', output, 'hex');
        const outputBytes = file?.bytes ?? Buffer.byteLength(output);
        records.push({ step, ...command, commit, outputPath, outputSha256, outputBytes });
        return { path: outputPath, content: file ?? output, replaces: null };
      });
      if (files.length > 0) await context.publish(`log-${step}`, files);
    },
  };
}
