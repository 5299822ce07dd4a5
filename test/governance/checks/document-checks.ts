import assert from 'node:assert/strict';
import { checkLld } from '../../../src/governance/checks/checks.ts';
import type { Finding } from '../../../src/governance/finding.ts';
import { parseLld } from '../../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { splitLines } from '../../../src/governance/lld/source-lines.ts';
import type { RepositoryFacts } from '../../../src/model/repository-facts.ts';
import { validDraft } from '../lld/drafts.ts';

export const validText = renderLld(validDraft);

/** The tree that the valid draft was written for. */
export const baseCommit = {
  kind: 'tree',
  commit: '0a1b2c3',
  isRecordedBase: true,
  hasPath: (path: string) => ['src/import/command.ts', 'src/import/legacy.ts'].includes(path),
} satisfies RepositoryFacts;

export function check(
  text: string,
  repository: RepositoryFacts = baseCommit,
  fileName: string | null = null,
): Finding[] {
  return checkLld({ document: parseLld(text), lines: splitLines(text), fileName, repository });
}

/** Replaces the first occurrence, and fails if there is none: a test must break what it says it breaks. */
export function replaceFirst(text: string, from: string, to: string): string {
  assert.ok(text.includes(from), `"${from}" is not in the document`);
  return text.replace(from, () => to);
}

export function lineOf(text: string, part: string): number {
  const index = splitLines(text).findIndex((line) => line.includes(part));
  assert.notEqual(index, -1, `"${part}" is on no line`);
  return index + 1;
}

/** `CHECK:line` of each finding. */
export function namesOf(findings: readonly Finding[]): string[] {
  return findings.map(({ check, line }) => `${check}:${line}`);
}
