import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { GateName, GateResult } from '../../../../src/workflows/implementation/evidence.ts';
import { judgeGates } from '../../../../src/workflows/implementation/gates/judge-gates.ts';
import { type Case, Changes } from './changes.ts';

export interface GateCase extends Case {
  readonly title: string;
  readonly state: GateResult['state'];
  /** Each is somewhere in the findings, in this order; none if left out. */
  readonly findings?: readonly RegExp[];
}

const changes = new Changes();
after(() => changes[Symbol.dispose]());

export async function judge(gate: GateName, one: Case): Promise<GateResult> {
  const results = await judgeGates(await changes.input(one));
  const result = results.find((each) => each.gate === gate);
  assert.ok(result, gate);
  return result;
}

/** One test for each case: what must be caught, and what must pass. */
export function testGate(gate: GateName, cases: readonly GateCase[]): void {
  for (const { title, state, findings = [], ...one } of cases) {
    test(`${gate}: ${title}`, async () => {
      const result = await judge(gate, one);
      assert.equal(result.state, state, JSON.stringify(result));
      assert.equal(result.findings.length, findings.length, JSON.stringify(result.findings));
      for (const [at, pattern] of findings.entries()) assert.match(result.findings[at] ?? '', pattern);
    });
  }
}
