import { hash, randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { applyFixes } from '../governance/checks/apply-fixes.ts';
import type { Finding, Severity } from '../governance/finding.ts';
import { limitFindings } from '../governance/limit-findings.ts';
import type { LintResult } from '../governance/lint.ts';
import { AgentOsError } from '../model/errors.ts';
import { isInside } from '../model/paths.ts';
import type { LintedFile } from '../report/lint.ts';
import { writeAtomically } from '../store/atomic-writer.ts';
import { readFileBytes, readTextFile } from '../store/text-file.ts';
import { explainWriting } from '../store/trouble.ts';
import type { LintTarget } from './lint-targets.ts';
import type { TextWorker } from './workers.ts';

export interface LintSetup {
  readonly repoDir: string;
  readonly maxInputBytes: number;
  readonly worker: Pick<TextWorker, 'ask'>;
}

/** What stops a document before its checks: also checks, with ids. */
export const readingChecks: readonly { id: string; severity: Severity; description: string }[] = [
  {
    id: 'FILE_REFUSED',
    severity: 'error',
    description: 'A document is a regular UTF-8 text file of at most maxInputBytes.',
  },
  { id: 'DOCUMENT_TOO_COMPLEX', severity: 'error', description: 'A document can be read within 10 s.' },
  {
    id: 'LINT_DEFECT',
    severity: 'error',
    description: 'Checking a document does not fail; if it does, that is a defect of ours.',
  },
  { id: 'FIX_FAILED', severity: 'error', description: 'With --fix, what can be repaired is repaired.' },
  {
    id: 'KIND_UNKNOWN',
    severity: 'error',
    description: 'A file that is named is an LLD or a verdict (a note in folders).',
  },
];

const parseTimeoutMs = 10_000;

export async function lintTarget(target: LintTarget, setup: LintSetup): Promise<LintedFile> {
  try {
    const { text, sha256 } = readTextFile(target.realPath, setup.maxInputBytes);
    return { ...nameOf(target), sha256, ...(await lintText(text, target, setup)) };
  } catch (error) {
    return { ...nameOf(target), sha256: null, ...unknownKind([explainTrouble(error)]) };
  }
}

/** Repairs what is safe in place; the number of repairs. What changed since it was linted is left alone. */
export function fixTarget(target: LintTarget, { findings, sha256 }: LintedFile, maxInputBytes: number): number {
  const fixable = findings.filter(({ fix }) => fix !== null);
  const bytes = readFileBytes(target.realPath, maxInputBytes);
  if (hash('sha256', bytes, 'hex') !== sha256)
    throw new AgentOsError('FILE_CHANGED', 'changed while it was linted: run again');
  const fixed = applyFixes(bytes.toString(), fixable);
  explainWriting(target.path, () => writeAtomically(target.realPath, fixed, randomBytes(6).toString('hex')));
  return fixable.length;
}

/** A file that could not be repaired is a finding of its own; the others are repaired all the same. */
export function addTrouble(file: LintedFile, error: unknown): LintedFile {
  const findings = [
    ...file.findings,
    makeFinding('FIX_FAILED', 'error', error instanceof Error ? error.message : String(error)),
  ];
  return { ...file, ...limitFindings(findings) };
}

function nameOf({ path, realPath }: LintTarget) {
  return { path, realPath };
}

async function lintText(text: string, target: LintTarget, { repoDir, worker }: LintSetup): Promise<LintResult> {
  const fileName = basename(target.path);
  const home = isInside(repoDir, target.realPath) ? repoDir : null;
  const result = await worker.ask({ kind: 'lint', text, fileName, repoDir: home }, parseTimeoutMs);
  if (result.kind !== 'unknown') return result;
  const severity = target.isExplicit ? 'error' : 'note';
  return unknownKind([makeFinding('KIND_UNKNOWN', severity, 'neither an LLD nor a verdict; nothing was checked')]);
}

/** Whatever goes wrong with one document, also a defect of ours, is a finding of that document and hides no other. */
function explainTrouble(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AgentOsError)) return makeFinding('LINT_DEFECT', 'error', `agentos failed on it: ${message}`);
  if (!error.code.startsWith('WORKER_')) return makeFinding('FILE_REFUSED', 'error', message);
  return makeFinding('DOCUMENT_TOO_COMPLEX', 'error', `too complex to check: ${message}`);
}

function unknownKind(findings: Finding[]): LintResult {
  return { kind: 'unknown', ...limitFindings(findings), coverage: null, verdict: null };
}

function makeFinding(check: string, severity: Severity, message: string): Finding {
  return { check, severity, line: 1, message, fix: null };
}
