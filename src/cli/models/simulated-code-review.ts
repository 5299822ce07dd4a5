import type { CodeReviewAsk, MeasuredGate, ProvedRequirement } from '../../providers/provider.ts';

const states = ['passed', 'failed', 'warned', 'unmeasured'] as const;

/** The question of a prompt for a review of code, read back as far as `offline:` needs it; null for any other prompt. */
export function readCodePrompt(prompt: string, blocks: ReadonlyMap<string, string>): CodeReviewAsk | null {
  const id = [...prompt.matchAll(/^Review the change for issue (\S+)\.$/gm)].at(-1)?.[1];
  const [design, gates, matrix] = ['design', 'gates', 'matrix'].map((name) => blocks.get(name));
  if (id === undefined || design === undefined || gates === undefined || matrix === undefined) return null;
  return {
    kind: 'review-code',
    id,
    title: /^#\s+(.*)$/m.exec(design)?.[1] ?? id,
    design,
    change: { patch: blocks.get('patch') ?? '', firstPatch: null, sinceFirst: null, sinceLast: null },
    gates: readGates(gates),
    matrix: readMatrix(matrix),
    raised: [],
    decisions: [],
    remark: null,
  };
}

/** Lines `stubs: failed: 1 stub`, and below them `  - a finding`. */
function readGates(text: string): MeasuredGate[] {
  const gates: { gate: string; state: MeasuredGate['state']; summary: string; findings: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [, gate = '', word, summary = ''] = /^(\w+): (\w+): (.*)$/.exec(line) ?? [];
    const state = states.find((one) => one === word);
    if (state !== undefined) gates.push({ gate, state, summary, findings: [] });
    else if (line.startsWith('  - ')) gates.at(-1)?.findings.push(line.slice('  - '.length));
  }
  return gates;
}

/** Lines `REQ-1: text`, and below them `  scenario 010 (words): its tests`. */
function readMatrix(text: string): ProvedRequirement[] {
  const matrix: { requirement: number; text: string; scenarios: ProvedRequirement['scenarios'][number][] }[] = [];
  for (const line of text.split('\n')) {
    const [, number, words = ''] = /^REQ-(\d+): (.*)$/.exec(line) ?? [];
    if (number !== undefined) matrix.push({ requirement: Number(number), text: words, scenarios: [] });
    const [, id, title = '', proof = ''] = /^ {2}scenario (\S+) \((.*)\): (.*)$/.exec(line) ?? [];
    const isManual = proof === 'a person tries it out';
    const tests = isManual || proof === 'no test' ? [] : proof.split(' | ');
    if (id !== undefined) matrix.at(-1)?.scenarios.push({ id, text: title, tests, isManual });
  }
  return matrix;
}
