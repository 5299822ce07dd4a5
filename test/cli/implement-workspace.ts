import type { JournalEntry } from '../../src/model/event.ts';
import type { AnswerRequest, MadeAnswer } from '../../src/simulator/setup.ts';
import { use } from '../agents/model/model-house.ts';
import { type Plays, readLines, ScriptedWorkspace } from '../scripted-workspace.ts';
import type { Workspace } from '../workspace.ts';

/** A task of a workspace: what it adds to the project, and what its agent does instead of doing well. */
export interface Piece {
  readonly id: string;
  /** The file that it adds, by its stem: two pieces of one stem touch the same files. */
  readonly stem?: string;
  readonly agent?: object;
}

const project = { name: 'pieces', type: 'module', scripts: { test: 'node --test' } };
const byScript = 'scripted:script.json';

/** Who plays: agents unconfined, because tests of the sandbox are elsewhere. */
export const players = ['--reviewer', byScript, '--agent', byScript, '--sandbox', 'off'];

/** A repository with one issue for each piece, and a script by which all of them get designs and code. */
export class ImplementWorkspace extends ScriptedWorkspace {
  constructor(pieces: readonly Piece[]) {
    super([]);
    this.playAgents(pieces);
    layOut(this, pieces);
  }

  /** From now on agents do this. */
  playAgents(pieces: readonly Piece[], tasks: Plays = {}): void {
    const agents = Object.fromEntries(pieces.map((piece) => [piece.id, { ...doWell(piece), ...piece.agent }]));
    this.write({ 'script.json': JSON.stringify({ schemaVersion: 1, ledger: 'ledger.txt', tasks, agents }) });
  }

  /** `agentos implement` with the script. */
  async implement(...more: readonly string[]) {
    return await this.run('implement', ...players, ...more);
  }

  /** `agentos run` with the script. */
  async both(...more: readonly string[]) {
    return await this.run('run', '--drafter', byScript, ...players, ...more);
  }

  /** What happened to each task, in the order of the last journal: `1 task-started`. */
  get story(): string[] {
    const kinds = /^(task-started|task-done|task-failed|task-parked|task-cancelled|workflow-done)$/;
    return this.entries.flatMap((entry) =>
      'task' in entry && kinds.test(entry.kind) ? [`${entry.task} ${entry.kind}`] : [],
    );
  }

  /** Of the last batch. */
  get entries(): JournalEntry[] {
    return readLines(this.journalPath()).map((line) => JSON.parse(line));
  }

  get branches(): string[] {
    return this.git('branch', '--format=%(refname:short)').split('\n').sort();
  }
}

/** A project with an issue for each piece, committed. */
export function layOut(workspace: Workspace, pieces: readonly Piece[]): void {
  workspace.write({ 'package.json': JSON.stringify(project), '.gitignore': 'ledger.txt\n' });
  for (const piece of pieces) workspace.write({ [`docs/issues/${piece.id}.md`]: issueOf(piece) });
  workspace.git('init', '--quiet');
  workspace.git('add', '--all');
  workspace.git('commit', '--quiet', '--message', 'base');
}

/** Offline drafters take files from the text, and scenarios from its criteria. */
function issueOf({ id, stem = `piece-${id}` }: Piece): string {
  const files = `A new file \`src/${stem}.mjs\` exports \`value()\`; its tests are the new file \`test/${stem}.test.mjs\`.`;
  return `# Piece ${id}\n\n${files}\n\n## Acceptance Criteria\n\n- [ ] \`value()\` returns ${id}\n`;
}

function doWell(piece: Piece): object {
  return { 'write-tests': [writeTests(piece)], implement: [writeCode(piece)] };
}

function writeTests({ id, stem = `piece-${id}` }: Piece): object {
  return { edits: [{ write: { path: `test/${stem}.test.mjs`, content: testsOf({ id, stem }) } }], finish: {} };
}

export function writeCode({ id, stem = `piece-${id}` }: Piece): object {
  return { edits: [{ write: { path: `src/${stem}.mjs`, content: codeOf({ id }) } }], finish: {} };
}

/** A model that works by tools: a file, and then the end. Null for whoever asks anything else. */
export function workByTools({ prompt, toolResults }: AnswerRequest): MadeAnswer | null {
  const [, what, id = ''] = prompt.match(/^(Write the tests of|Implement) the design for issue (\d)[.,]/m) ?? [];
  if (what === undefined) return null;
  const file =
    what === 'Implement'
      ? { path: `src/piece-${id}.mjs`, content: codeOf({ id }) }
      : { path: `test/piece-${id}.test.mjs`, content: testsOf({ id }) };
  return toolResults.length === 0 ? use('write_file', file) : use('finish', { summary: 'It is there' });
}

export function testsOf({ id, stem = `piece-${id}` }: Piece): string {
  return `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { value } from '../src/${stem}.mjs';

test('010 the value is ${id}', () => assert.equal(value(), ${id}));
`;
}

export function codeOf({ id }: Piece): string {
  return `export function value() {\n  return ${id};\n}\n`;
}
