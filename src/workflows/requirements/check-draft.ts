import { basename } from 'node:path';
import { applyFixes } from '../../governance/checks/apply-fixes.ts';
import { checkLld } from '../../governance/checks/checks.ts';
import { measureCoverage } from '../../governance/coverage.ts';
import type { Finding } from '../../governance/finding.ts';
import { limitFindings } from '../../governance/limit-findings.ts';
import type { LldDocument } from '../../governance/lld/document.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { splitLines } from '../../governance/lld/source-lines.ts';
import { findLosses } from '../../governance/losses.ts';
import type { RepositoryFacts } from '../../model/repository-facts.ts';
import type { CheckedDraft } from './checked-draft.ts';
import type { Desk } from './desk.ts';
import { frameDraft } from './frame.ts';
import type { Past } from './history.ts';
import { renderCheck } from './render-check.ts';
import { factsAt } from './repository.ts';

/** A repair may uncover the next one; after these passes the rest is for the drafter. */
const mostPasses = 3;

/** Checks a design, and keeps the text that goes to review; `past` is what a revision must not lose, null for a first draft. */
export async function checkDraft(desk: Desk, design: string, past: Past | null): Promise<CheckedDraft> {
  const { context, order, issue, lineage } = desk;
  const result = await context.step('check-draft', () => {
    const path = order.task.outputPath;
    const text = frameDraft(design, { path, base: issue.base });
    const found = inspect(repair(text, basename(path), factsAt(order.repoDir, issue.base)), past);
    const { errors, coverage } = found;
    context.log(`check: errors ${errors}, requirements covered ${coverage.covered} of ${coverage.requirements}`);
    return found;
  });
  const draft = lineage.number('draft', result.text);
  const checked = { ...result, path: draft.path };
  await context.publish('draft', [draft, lineage.number('check', renderCheck(checked))]);
  return checked;
}

interface Repaired {
  readonly text: string;
  readonly document: LldDocument;
  readonly found: readonly Finding[];
  readonly repaired: readonly Finding[];
}

function repair(framed: string, fileName: string, repository: RepositoryFacts): Repaired {
  let text = framed;
  const repaired: Finding[] = [];
  for (let pass = 1; ; pass += 1) {
    const document = parseLld(text);
    const found = checkLld({ document, lines: splitLines(text), fileName, repository });
    const next = applyFixes(text, found);
    if (next === text || pass > mostPasses) return { text, document, found, repaired };
    repaired.push(...found.filter(({ fix }) => fix !== null));
    text = next;
  }
}

function inspect({ text, document, found, repaired }: Repaired, past: Past | null): Omit<CheckedDraft, 'path'> {
  const lost = past === null ? [] : findLosses({ ...past, before: parseLld(past.before), after: document });
  const { findings, totals } = limitFindings([...lost, ...found]);
  const open = document.openQuestions.filter(({ isResolved }) => !isResolved);
  return {
    text,
    findings,
    errors: totals.error,
    repaired,
    coverage: measureCoverage(document),
    openQuestions: open.map((question) => question.text),
  };
}
