import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderCommand } from '../../report/command-line.ts';
import type { DemoFlags } from '../batch-flags.ts';
import { announce, type Door } from '../door.ts';
import { runWorkflow } from '../workflow-command.ts';
import type { WorkflowTool } from '../workflow-tool.ts';
import { implement } from './implement.ts';
import { requirements } from './requirements.ts';

const parallel = '3';

/**
 * Three issues to designs, and those to branches with tests that were red and are green. Who drafts, reviews and codes
 * is scripted; whatever judges their work is what judges anybody's.
 */
export async function showBranches(door: Door, flags: DemoFlags, folder: string): Promise<ExitCode> {
  announce(
    door,
    `three sample issues in ${folder}: a test that claims nothing, code that is not done and a reviewer who says no are part of the play`,
  );
  // One document on stdout: that of the last batch.
  const { json, ...others } = flags;
  const designed = await play(requirements, door, json ? { ...others, quiet: true } : flags, folder);
  if (designed !== exitCodes.done) return designed;
  const implemented = await play(implement, door, flags, folder);
  if (implemented === exitCodes.done && !json) for (const line of listNext(folder)) announce(door, line);
  return implemented;
}

/** Shown as somebody would type it, and run the same way. */
async function play(tool: WorkflowTool, door: Door, flags: DemoFlags, folder: string): Promise<ExitCode> {
  if (!flags.quiet)
    announce(door, `$ ${renderCommand(['agentos', tool.workflow, '--repo', folder, '--parallel', parallel])}`);
  return await runWorkflow(tool, door, { ...flags, repo: folder, parallel }, []);
}

function listNext(folder: string): string[] {
  const git = (...words: string[]) => `  ${renderCommand(['git', '-C', folder, ...words])}`;
  return [
    'Three branches, each with one commit, its tests, its reports and its evidence. Look at:',
    git('log', '--oneline', '--graph', '--branches'),
    git('show', '--stat', 'agentos/303'),
    git('show', 'agentos/302:docs/reports/302/test-report.md'),
    git('show', 'agentos/303:docs/reports/303/implementation-report.md'),
    `  ${renderCommand(['less', `${folder}/docs/lineage/301-impl/evidence.json`])}`,
    `  ${renderCommand(['agentos', 'show', '303', '--repo', folder])}`,
    'Nothing was merged: that is yours to do.',
  ];
}
