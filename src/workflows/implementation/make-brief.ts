import type { ImplementationOrder } from './order.ts';
import type { Project } from './project.ts';
import type { CodeBrief } from './prompts/code-brief.ts';
import type { Design } from './read-design.ts';

/** What the agent is told of the task. */
export function makeBrief({ task, building }: ImplementationOrder, design: Design, { framework }: Project): CodeBrief {
  const { text, title, announced, scenarios } = design;
  const { kind, layout, folder, suite } = framework;
  const words = [...suite.argv, ...suite.operands].map(quote).join(' ');
  const command = building.testCommand ?? (folder === '' ? words : `cd ${quote(folder)} && ${words}`);
  return { id: task.id, title, design: text, announced, scenarios, framework: { kind, layout }, testCommand: command };
}

/** As a shell would read it. */
function quote(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
