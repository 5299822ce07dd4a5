import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { lintDocument } from '../../../src/governance/lint.ts';
import { sanitizeTaskId } from '../../../src/parallel/input-sanitizer.ts';
import type { RequirementsOrder } from '../../../src/workflows/requirements/order.ts';
import { runRequirements } from '../../../src/workflows/requirements/workflow.ts';
import type { FileToPublish, WorkflowEnd } from '../../../src/workflows/workflow.ts';
import { readTreeFacts } from '../../../src/worktrees/tree-facts.ts';
import { Workspace } from '../../workspace.ts';
import { MemoryContext, type MemoryOptions } from '../memory-context.ts';
import { plainMachine } from './plain-machine.ts';

export const issuePath = 'docs/issues/137-dry-run.md';
export const outputPath = 'docs/lld/active/LLD-137.md';
export const lineage = 'docs/lineage/137-lld';

const issue = `# Issue #137: Add a dry run

## Acceptance Criteria

- [ ] It lists what would run
- [ ] It writes nothing
`;

export interface Ran {
  readonly end: WorkflowEnd;
  readonly context: MemoryContext;
  readonly files: Map<string, Buffer>;
}

/** A repository with one issue and, if wanted, a script for its drafter and reviewer. */
export class Bench extends Workspace {
  readonly order: RequirementsOrder;

  constructor(tasks: object | null = null, issueText = issue) {
    super();
    this.write({ [issuePath]: issueText });
    if (tasks !== null) this.write({ 'script.json': JSON.stringify({ schemaVersion: 1, ledger: 'ledger', tasks }) });
    const spec = tasks === null ? 'offline:' : 'scripted:script.json';
    this.order = {
      task: {
        id: sanitizeTaskId('137'),
        workflow: 'requirements',
        title: 'Add a dry run',
        reason: 'new',
        inputPath: issuePath,
        inputSha256: hash('sha256', issueText, 'hex'),
        outputPath,
        estimate: { seconds: null, usd: null },
        conflictsWith: [],
      },
      repoDir: this.dir,
      roots: [this.dir],
      maxInputBytes: 1024 * 1024,
      drafter: spec,
      reviewer: spec,
      gateway: null,
      gate: 'none',
      maxIterations: 5,
      earlierRounds: 0,
      mayDiffer: false,
    };
  }

  async run(options: MemoryOptions = {}, changes: Partial<RequirementsOrder> = {}): Promise<Ran> {
    const context = new MemoryContext(options);
    const end = await runRequirements(context, { ...this.order, ...changes }, plainMachine(context));
    return { end, context, files: new Map([...context.files, ...resultsOf(end)]) };
  }

  /** Puts what a run made where it belongs, as a coordinator would. */
  settle({ files }: Ran): this {
    return this.write(Object.fromEntries(files));
  }

  /** The calls about the design so far: task, kind, call, try. */
  get ledger(): string[] {
    const lines = readFileSync(this.path('ledger'), 'utf8').trimEnd().split('\n');
    return lines.filter((line) => !line.includes(' check-issue '));
  }

  lint(document: string) {
    return lintDocument(document, 'LLD-137.md', ({ header }) => readTreeFacts(this.dir, header?.base?.value ?? null));
  }
}

function resultsOf(end: WorkflowEnd): [string, Buffer][] {
  const results: readonly FileToPublish[] = end.kind === 'done' ? end.results : [];
  return results.map(({ path, content }) => {
    assert.ok(!('sha256' in Object(content)), 'a design is no file of the state');
    return [path, Buffer.from(content instanceof Uint8Array ? content : String(content))];
  });
}

/** The text of a file that a run made. */
export function textOf({ files }: Ran, path: string): string {
  const content = files.get(path);
  if (content === undefined) throw new Error(`${path} was not made; there is ${[...files.keys()].join(', ')}`);
  return content.toString();
}

/** The names in the lineage, in order. */
export function lineageOf({ files }: Ran): string[] {
  const prefix = `${lineage}/`;
  return [...files.keys()].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}
