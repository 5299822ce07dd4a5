import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { type Options, resolveOptions } from '../../config/options.ts';
import { AgentOsError } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { Approval, TaskHistory } from '../../model/history.ts';
import { isInside } from '../../model/paths.ts';
import { renderJson } from '../../model/text.ts';
import { countFindings, type LintedFile, renderLint, toLintJson } from '../../report/lint.ts';
import { type Rule, toSarif } from '../../report/sarif.ts';
import { loadHistory } from '../../store/records.ts';
import { collectFlags } from '../collect-flags.ts';
import { announce, type Door, print } from '../door.ts';
import type { LintFlags } from '../flags.ts';
import { addTrouble, fixTarget, type LintSetup, lintTarget, readingChecks } from '../lint-files.ts';
import { findTargets, type LintTarget } from '../lint-targets.ts';
import { TextWorker } from '../workers.ts';

/** Checks designs and verdicts mechanically. Reads JSON config only: linting a repository runs none of its code. */
export async function lint(door: Door, flags: LintFlags, paths: readonly string[]): Promise<ExitCode> {
  if (flags.json && flags.sarif) throw new AgentOsError('USAGE', '--json and --sarif both want stdout: choose one');
  if (flags['list-checks']) return await printChecks(door, flags);
  const options = await resolveOptions({
    cwd: door.cwd,
    repo: flags.repo,
    config: flags.config,
    flags: collectFlags(flags),
    evaluate: null,
  });
  for (const warning of options.warnings) announce(door, warning);
  const targets = findTargets(door.cwd, paths.length > 0 ? paths : [defaultFolder(door.cwd, options)]);
  if (flags.fix) refuseFixOutside(targets, options);
  if (targets.length === 0) announce(door, 'no Markdown file was found; name files of other kinds one by one');
  using worker = new TextWorker();
  const setup = { repoDir: options.repoDir, maxInputBytes: options.settings.maxInputBytes, worker };
  const files: LintedFile[] = [];
  for (const target of targets) files.push(await lintTarget(target, setup));
  if (flags.fix) await fixFiles(targets, files, setup, options, door);
  print(door, await renderResults(files, flags, options.repoDir));
  return countFindings(files, 'error') > 0 ? exitCodes.failed : exitCodes.done;
}

/** Repairs in place and lints again. An approval is bound to the bytes of its document, so that one is left alone. */
async function fixFiles(
  targets: readonly LintTarget[],
  files: LintedFile[],
  setup: LintSetup,
  options: Options,
  door: Door,
) {
  const approved = listApproved(options);
  for (const [at, target] of targets.entries()) {
    const file = files[at];
    if (file === undefined || !file.findings.some(({ fix }) => fix !== null)) continue;
    if (file.sha256 !== null && approved.has(file.sha256)) {
      announce(door, `${target.path} is approved: a repair would break its approval, so it was left as it is`);
      continue;
    }
    try {
      announce(door, `repaired ${fixTarget(target, file, setup.maxInputBytes)} in ${target.path}`);
      files[at] = await lintTarget(target, setup);
    } catch (error) {
      if (!(error instanceof AgentOsError) || error.code === 'STORAGE_FAILED') throw error;
      files[at] = addTrouble(file, error);
    }
  }
}

/** The hashes of approved documents, wherever they lie. */
function listApproved({ repoDir, settings: { lldDir, baseDir } }: Options): ReadonlySet<string> {
  const history = loadHistory({ repoDir, lldDir, baseDir }, 'requirements');
  return new Set(
    [...history.values()].flatMap(({ approval }) => (isApproval(approval) ? [approval.documentSha256] : [])),
  );
}

function isApproval(approval: TaskHistory['approval']): approval is Approval {
  return approval !== null && approval !== 'unreadable';
}

async function renderResults(files: readonly LintedFile[], flags: LintFlags, repoDir: string): Promise<string> {
  if (flags.json) return renderJson(toLintJson(files));
  if (flags.sarif) return renderJson(toSarif(files, await listRules(), { version: manifest.version, repoDir }));
  return renderLint(files);
}

async function printChecks(door: Door, flags: LintFlags): Promise<ExitCode> {
  const rules = await listRules();
  const rows = rules.map(
    ({ id, severity, description }) => `${severity.padEnd(7)}  ${id.padEnd(28)}  ${description}\n`,
  );
  print(door, flags.json ? renderJson({ schemaVersion: 1, checks: rules }) : rows.join(''));
  return exitCodes.done;
}

async function listRules(): Promise<Rule[]> {
  const [{ lldChecks }, { verdictChecks }] = await Promise.all([
    import('../../governance/checks/checks.ts'),
    import('../../governance/verdict/check-verdict.ts'),
  ]);
  const pick = ({ id, severity, description }: Rule): Rule => ({ id, severity, description });
  return [...readingChecks, ...lldChecks, ...verdictChecks].map(pick);
}

function defaultFolder(cwd: string, { settings: { lldDir } }: Options): string {
  if (existsSync(lldDir)) return relative(cwd, lldDir) || '.';
  throw new AgentOsError(
    'USAGE',
    `nothing to lint: there is no ${lldDir}. Name files or folders: \`agentos lint LLD-137.md\``,
  );
}

function refuseFixOutside(targets: readonly LintTarget[], { repoDir }: Options): void {
  const outside = targets.find(({ realPath }) => !isInside(repoDir, realPath));
  if (outside === undefined) return;
  throw new AgentOsError(
    'USAGE',
    `${outside.path} lies outside the repository ${repoDir}, and --fix writes only inside: use --repo`,
  );
}
