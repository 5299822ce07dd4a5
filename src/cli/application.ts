import { type Application, buildApplication, buildCommand, buildRouteMap, type Command, text_en } from '@stricli/core';
import {
  answerCommand,
  demoCommand,
  resumeCommand,
  retryCommand,
  showCommand,
  statusCommand,
} from './batch-commands.ts';
import type { Context } from './door.ts';
import {
  type ConfigFlags,
  configFlags,
  type LintFlags,
  lintFlags,
  type WorkflowFlags,
  workflowFlags,
} from './flags.ts';
import { credentialsCommand, simulateCommand } from './model-commands.ts';
import type { WorkflowTool } from './workflow-tool.ts';

export type ToolName = 'agentos' | 'run-requirements-workflow' | 'run-implement-from-lld';

export const commandNames = [
  'requirements',
  'implement',
  'resume',
  'retry',
  'status',
  'show',
  'approve',
  'reject',
  'credentials',
  'simulate',
  'demo',
  'lint',
  'config',
] as const;

const configuration = {
  scanner: { allowArgumentEscapeSequence: true },
  localization: { text: { ...text_en, headers: { ...text_en.headers, usage: 'EXAMPLES' } } },
} as const;

const ids = {
  kind: 'array',
  parameter: { brief: 'Task ids; none: every pending task', parse: String, placeholder: 'id' },
} as const;
const files = {
  kind: 'array',
  parameter: { brief: 'Files or folders (docs/lld/active)', parse: String, placeholder: 'path' },
} as const;

export function buildTool(tool: ToolName): Application<Context> {
  const config = { name: tool, ...configuration };
  if (tool === 'run-requirements-workflow') return buildApplication(requirementsCommand(), config);
  if (tool === 'run-implement-from-lld') return buildApplication(implementCommand(), config);
  const routes = {
    requirements: requirementsCommand(),
    implement: implementCommand(),
    resume: resumeCommand(),
    retry: retryCommand(),
    approve: answerCommand('approve'),
    reject: answerCommand('reject'),
    credentials: credentialsCommand(),
    simulate: simulateCommand(),
    demo: demoCommand(),
    status: statusCommand(),
    show: showCommand(),
    lint: lintCommand(),
    config: configCommand(),
  };
  return buildApplication(
    buildRouteMap({ routes, docs: { brief: 'Issues to designs, designs to tested code' } }),
    config,
  );
}

/** The two workflows share one runner. */
async function startWorkflow(tool: WorkflowTool) {
  const { runWorkflow } = await import('./workflow-command.ts');
  return function (this: Context, flags: WorkflowFlags, ...ids: string[]): void {
    this.choose(() => runWorkflow(tool, this.door, flags, ids));
  };
}

function requirementsCommand(): Command<Context> {
  return buildCommand({
    loader: async () => startWorkflow((await import('./commands/requirements.ts')).requirements),
    parameters: { positional: ids, flags: workflowFlags, aliases: { v: 'verbose' } },
    docs: {
      brief: 'Take issues to approved low-level designs',
      fullDescription:
        'Takes each issue to a reviewed, approved low-level design (LLD). Ctrl+C stops within 5 s, twice now; `agentos resume` goes on.',
      customUsage: [
        { input: '--parallel 3', brief: 'every pending issue, three at a time' },
        { input: '--ids 137 142 --json', brief: 'two issues; the summary for a program' },
        { input: '--dry-run', brief: 'what would run, and why' },
        { input: '--repo ../mine --issues ../mine/backlog --dry-run', brief: 'another repository, another folder' },
        { input: '--source github:octocat/hello-world --label ready --comment', brief: 'issues of GitHub' },
      ],
    },
  });
}

function implementCommand(): Command<Context> {
  return buildCommand({
    loader: async () => startWorkflow((await import('./commands/implement.ts')).implement),
    parameters: { positional: ids, flags: workflowFlags, aliases: { v: 'verbose' } },
    docs: {
      brief: 'Take approved designs to tested code on branches',
      fullDescription: 'Takes each approved LLD to tested code on its own branch. Only `--dry-run` is there yet.',
      customUsage: [
        { input: '--dry-run', brief: 'what would run, and which designs touch the same files' },
        { input: '--ids 137 142 --dry-run --json', brief: 'the same for two designs, for a program' },
      ],
    },
  });
}

function lintCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { lint } = await import('./commands/lint.ts');
      return function (this: Context, flags: LintFlags, ...paths: string[]): void {
        this.choose(() => lint(this.door, flags, paths));
      };
    },
    parameters: { positional: files, flags: lintFlags },
    docs: {
      brief: 'Check designs and verdicts mechanically, without a model',
      customUsage: [
        { input: 'docs/lld/active', brief: 'every design of a folder' },
        { input: 'LLD-137.md --fix', brief: 'repair what is safe to repair' },
        { input: 'LLD-137.md review.md --json', brief: 'for a program; --sarif for code scanning' },
        { input: '--list-checks', brief: 'what is checked' },
      ],
    },
  });
}

function configCommand(): Command<Context> {
  return buildCommand({
    async loader() {
      const { printConfig } = await import('./commands/config.ts');
      return function (this: Context, flags: ConfigFlags): void {
        this.choose(() => printConfig(this.door, flags));
      };
    },
    parameters: { flags: configFlags },
    docs: {
      brief: 'Print each setting and where it came from',
      customUsage: [
        { input: '--repo ../mine', brief: 'of another repository' },
        { input: '--parallel 4 --json', brief: 'with a flag, for a program' },
      ],
    },
  });
}
