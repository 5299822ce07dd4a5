import { applyFixes } from '../../governance/checks/apply-fixes.ts';
import type { Brief } from '../provider.ts';
import { inspectLld } from './inspect-lld.ts';

/** Repairs what has a safe repair; where nothing has one, the document stays as it is. */
export function reviseOffline(document: string, brief: Brief): string {
  return applyFixes(document, inspectLld(document, brief).findings);
}
