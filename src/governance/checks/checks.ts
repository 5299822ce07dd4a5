import type { Finding } from '../finding.ts';
import { baseUnusable } from './base-unusable.ts';
import { changeTypeUnknown } from './change-type-unknown.ts';
import { characterControl } from './character-control.ts';
import { characterHidden } from './character-hidden.ts';
import type { Check, CheckInput } from './check.ts';
import { documentOverlong } from './document-overlong.ts';
import { fileBaseMismatch } from './file-base-mismatch.ts';
import { fileDuplicate } from './file-duplicate.ts';
import { fileHeadMismatch } from './file-head-mismatch.ts';
import { filePathUnsafe } from './file-path-unsafe.ts';
import { fileUnlisted } from './file-unlisted.ts';
import { filesTableMissing } from './files-table-missing.ts';
import { filesUnchecked } from './files-unchecked.ts';
import { headerPathAbsolute } from './header-path-absolute.ts';
import { issueNumberMismatch } from './issue-number-mismatch.ts';
import { loopUnbounded } from './loop-unbounded.ts';
import { manualUnjustified } from './manual-unjustified.ts';
import { passCriterionVague } from './pass-criterion-vague.ts';
import { placeholderLeft } from './placeholder-left.ts';
import { questionUnresolved } from './question-unresolved.ts';
import { requirementEmpty } from './requirement-empty.ts';
import { requirementLabelMismatch } from './requirement-label-mismatch.ts';
import { requirementUncounted } from './requirement-uncounted.ts';
import { requirementUncovered } from './requirement-uncovered.ts';
import { requirementUnordered } from './requirement-unordered.ts';
import { requirementsMissing } from './requirements-missing.ts';
import { riskUnmitigated } from './risk-unmitigated.ts';
import { risksTableMissing } from './risks-table-missing.ts';
import { scenarioIdDuplicate } from './scenario-id-duplicate.ts';
import { scenarioIdMalformed } from './scenario-id-malformed.ts';
import { scenarioIdUnordered } from './scenario-id-unordered.ts';
import { scenarioIncomplete } from './scenario-incomplete.ts';
import { scenarioRequirementMissing } from './scenario-requirement-missing.ts';
import { scenarioRequirementUnknown } from './scenario-requirement-unknown.ts';
import { scenarioTimingFlaky } from './scenario-timing-flaky.ts';
import { scenarioTypeUnknown } from './scenario-type-unknown.ts';
import { scenariosTableMissing } from './scenarios-table-missing.ts';
import { sectionDuplicate } from './section-duplicate.ts';
import { sectionEmpty } from './section-empty.ts';
import { sectionMissing } from './section-missing.ts';
import { sectionRenamed } from './section-renamed.ts';
import { sectionUnordered } from './section-unordered.ts';
import { statusDuplicate } from './status-duplicate.ts';
import { tableRowRagged } from './table-row-ragged.ts';
import { textHidden } from './text-hidden.ts';
import { timeoutMissing } from './timeout-missing.ts';
import { titleMissing } from './title-missing.ts';
import { writeOutsideWorktree } from './write-outside-worktree.ts';

/** Every check of an LLD. On one line, findings come in this order. */
export const lldChecks: readonly Check[] = [
  documentOverlong,
  titleMissing,
  sectionMissing,
  sectionDuplicate,
  sectionUnordered,
  sectionRenamed,
  sectionEmpty,
  issueNumberMismatch,
  placeholderLeft,
  questionUnresolved,
  statusDuplicate,
  headerPathAbsolute,
  tableRowRagged,
  filesTableMissing,
  changeTypeUnknown,
  filePathUnsafe,
  fileDuplicate,
  baseUnusable,
  fileBaseMismatch,
  fileHeadMismatch,
  filesUnchecked,
  fileUnlisted,
  requirementsMissing,
  requirementUnordered,
  requirementLabelMismatch,
  requirementEmpty,
  requirementUncounted,
  requirementUncovered,
  scenariosTableMissing,
  scenarioIdMalformed,
  scenarioIdDuplicate,
  scenarioIdUnordered,
  scenarioIncomplete,
  scenarioRequirementUnknown,
  scenarioRequirementMissing,
  scenarioTypeUnknown,
  manualUnjustified,
  passCriterionVague,
  scenarioTimingFlaky,
  risksTableMissing,
  riskUnmitigated,
  loopUnbounded,
  timeoutMissing,
  writeOutsideWorktree,
  textHidden,
  characterControl,
  characterHidden,
];

/** All findings, by line. */
export function checkLld(input: CheckInput): Finding[] {
  return lldChecks.flatMap((check) => check.run(input)).sort((a, b) => a.line - b.line);
}
