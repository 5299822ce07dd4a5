import { asData } from './data-block.ts';

/** Nothing, or what was wrong with the last reply. */
export function describeRemark(remark: string | null): string[] {
  return remark === null
    ? []
    : [`Your last reply could not be used. Reply anew. The reason:\n${asData('remark', remark)}`];
}
