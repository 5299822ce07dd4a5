import { asData } from './data-block.ts';

/** Nothing, or what was wrong with the last reply. */
export function tellRemark(remark: string | null): string[] {
  return remark === null ? [] : [`About your last reply:\n${asData('remark', remark)}`];
}
