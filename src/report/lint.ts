import type { Finding } from '../governance/finding.ts';
import type { LintResult } from '../governance/lint.ts';
import { showSafely } from '../model/text.ts';
import { renderCount } from './figures.ts';

/** One linted file, by the path that it was given by. */
export interface LintedFile extends LintResult {
  readonly path: string;
  readonly realPath: string;
  /** Of the raw bytes that were linted; null if they could not be read. */
  readonly sha256: string | null;
}

/** The true number, also where a report leaves findings out. */
export function countFindings(files: readonly LintedFile[], severity: Finding['severity']): number {
  return files.reduce((sum, { totals }) => sum + totals[severity], 0);
}

/** The document that `docs/formats.md` describes. */
export function toLintJson(files: readonly LintedFile[]) {
  return {
    schemaVersion: 1,
    files: files.map(({ path, kind, findings, coverage, verdict }) => ({
      path,
      kind,
      findings: findings.map(({ check, severity, line, message, fix }) => ({
        check,
        severity,
        line,
        message,
        fixable: fix !== null,
      })),
      coverage,
      verdict,
    })),
    errors: countFindings(files, 'error'),
    warnings: countFindings(files, 'warning'),
  };
}

/** A head and the coverage matrix, then `path:line: severity CHECK message`, as editors and people read it. */
export function renderLint(files: readonly LintedFile[]): string {
  const [errors, warnings] = [countFindings(files, 'error'), countFindings(files, 'warning')];
  const totals = [renderCount(files.length, 'file'), renderCount(errors, 'error'), renderCount(warnings, 'warning')];
  return `${files.map(renderFile).join('')}${totals.join(' · ')}\n`;
}

function renderFile({ path, kind, findings, coverage, verdict }: LintedFile): string {
  const place = showSafely(path);
  const facts =
    verdict ?? (coverage === null ? null : `${coverage.covered} of ${coverage.requirements} requirements covered`);
  const head = `${place}: ${kind}${facts === null ? '' : ` · ${facts}`}\n`;
  const rows = findings.map(
    ({ line, severity, check, message, fix }) =>
      `${place}:${line}: ${severity} ${check} ${showSafely(message)}${fix === null ? '' : ' (--fix)'}\n`,
  );
  return [head, ...renderCoverage(coverage), ...rows].join('');
}

function renderCoverage(coverage: LintedFile['coverage']): string[] {
  const rows = coverage?.matrix ?? [];
  return rows.map(({ requirement, scenarios }) => `  REQ-${requirement}  ${showSafely(scenarios.join(', ')) || '-'}\n`);
}
