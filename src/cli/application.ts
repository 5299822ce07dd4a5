import { type Application, buildApplication, buildCommand, buildRouteMap, type Command, text_en } from '@stricli/core';
import {
  answerCommand,
  cleanCommand,
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
  'run',
  'resume',
  'retry',
  'status',
  'show',
  'approve',
  'reject',
  'credentials',
  'simulate',
  'demo',
  'clean',
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
    run: runCommand(),
    resume: resumeCommand(),
    retry: retryCommand(),
    approve: answerCommand('approve'),
    reject: answerCommand('reject'),
    credentials: credentialsCommand(),
    simulate: simulateCommand(),
    demo: demoCommand(),
    clean: cleanCommand(),
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
      fullDescription:
        'Takes each approved LLD to tested code on a branch of its own, `agentos/<id>`: tests first, red, then green; gates; a review; one commit; evidence in docs/lineage/<id>-impl/. Nothing is merged.',
      customUsage: [
        { input: '--agent claude-cli:MODEL --parallel 3', brief: 'every approved design, three at a time' },
        { input: '--ids 137 --agent model:anthropic:MODEL --reviewer openai:MODEL', brief: 'one, with two models' },
        { input: '--agent codex-cli:MODEL --sandbox required --pr', brief: 'confined; draft pull requests' },
        { input: '--dry-run', brief: 'what would run, and which designs touch the same files' },
      ],
    },
  });
}

function runCommand(): Command<Context> {
  return buildCommand({
    loader: async () => startWorkflow((await import('./commands/run.ts')).run),
    parameters: { positional: ids, flags: workflowFlags, aliases: { v: 'verbose' } },
    docs: {
      brief: 'Take issues to designs, and each design to code',
      fullDescription:
        'Both workflows, one after the other for each task: its code is begun as soon as its design is approved, while others are still being designed. One batch, one summary.',
      customUsage: [
        { input: '--agent claude-cli:MODEL --reviewer openai:MODEL --parallel 3', brief: 'all that is pending' },
        { input: '137 142 --gate verdict', brief: 'two issues; a person says yes to each design, and to its code' },
        { input: '--dry-run', brief: 'what would begin with a design, and what with code' },
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
