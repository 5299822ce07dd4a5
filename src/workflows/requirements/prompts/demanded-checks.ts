import type { Check } from '../../../governance/checks/check.ts';
import { lldChecks } from '../../../governance/checks/checks.ts';

/** What the machine demands of a design, told from the checks themselves. */
export function listDemandedChecks(isOfInterest: (check: Check) => boolean = () => true): string {
  const checks = lldChecks
    .filter((check) => isForDrafters(check) && isOfInterest(check))
    .map(({ description }) => `- ${description}`);
  return ['A machine checks every design. It demands:', '', ...checks].join('\n');
}

/** These are about what the tool itself writes, or about no document at all. */
const ownChecks: ReadonlySet<string> = new Set(['HEADER_PATH_ABSOLUTE', 'BASE_UNUSABLE', 'FILE_HEAD_MISMATCH']);

function isForDrafters({ id, severity }: Check): boolean {
  return severity !== 'note' && !ownChecks.has(id);
}
