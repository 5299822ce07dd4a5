import { renderTable } from '../../governance/lld/render-table.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import type { TaskReceipt } from '../../model/task-receipt.ts';
import type { Evidence, EvidenceFacts, GateResult } from './evidence.ts';
import { evidencePath } from './lineage-places.ts';
import { makeMatrix, measureProofs } from './matrix.ts';
import { codeText, plainText, renderItems } from './render-text.ts';

/** Whatever a reader must know before they believe the rest. */
export function renderWarnings({ sandbox, lld, gates, reviews }: EvidenceFacts): string[] {
  const proof = gates.find(({ gate, state }) => gate === 'proof' && state === 'warned');
  const unmeasured = gates.filter(({ state }) => state === 'unmeasured').map(({ gate }) => gate);
  return [
    ...(sandbox.level === 'none'
      ? [
          `**NO SANDBOX.** The agent and the tests could do whatever the user may. ${sandbox.reason === null ? '' : plainText(sandbox.reason)}`.trimEnd(),
        ]
      : []),
    ...(lld.isForced ? ['**FORCED.** The design was not approved as it is; somebody asked for it all the same.'] : []),
    ...(lld.isOffline ? ['**NO MODEL REVIEWED THE DESIGN.** It was approved by mechanical checks alone.'] : []),
    ...(reviews.at(-1)?.reviewer.startsWith('offline:')
      ? ['**NO MODEL REVIEWED THE CODE.** It was approved by the gates alone.']
      : []),
    ...(proof === undefined ? [] : [`**WEAK PROOF:** ${plainText(proof.findings.join('; '))}.`]),
    ...(unmeasured.length > 0 ? [`**NOT MEASURED:** ${unmeasured.join(', ')}.`] : []),
  ].map((warning) => `> ${warning}`);
}

/** Requirement × scenario × test. */
export function renderProofs({ requirements, scenarios }: Pick<Evidence, 'requirements' | 'scenarios'>): string {
  const matrix = makeMatrix(requirements, scenarios);
  const { requirements: all, proved } = measureProofs(matrix);
  const rows = matrix.flatMap(({ requirement, text, scenarios: own }) => {
    const head = [`REQ-${requirement}`, plainText(text)];
    if (own.length === 0) return [[...head, '-', '-', 'not proved']];
    return own.map(({ id, text: words, tests, isManual }, at) => [
      ...(at === 0 ? head : ['', '']),
      plainText(`${id} ${words}`),
      tests.length === 0 ? '-' : tests.map(codeText).join('<br>'),
      isManual ? 'a person tries it out' : tests.length > 0 ? 'proved' : 'not proved',
    ]);
  });
  const table = renderTable(['#', 'Requirement', 'Scenario', 'Tests', 'State'], rows);
  return `${table}\n\n${proved} of ${all} requirements have a scenario that is proved, or that a person tries out.`;
}

export function renderGates(gates: readonly GateResult[]): string {
  const rows = gates.map(({ gate, state, summary }) => [
    gate,
    state === 'passed' ? 'passed' : `**${state.toUpperCase()}**`,
    plainText(summary),
  ]);
  const told = gates.filter(({ findings }) => findings.length > 0);
  const details = told.map(({ gate, findings }) => `### ${gate}\n\n${renderItems(findings.map(plainText))}`);
  return [renderTable(['Gate', 'State', 'Measured'], rows), ...details].join('\n\n');
}

/** Those of the code, below what persons said of its tests. */
export function renderReviews(reviews: Evidence['reviews'], draftGate: readonly PersonsAnswer[] = []): string {
  const gate = draftGate.length === 0 ? [] : [`### Tests\n\n${draftGate.map(renderPerson).join('\n\n')}`];
  return [...gate, reviews.length === 0 ? 'There was none.' : renderEach(reviews)].join('\n\n');
}

function renderEach(reviews: Evidence['reviews']): string {
  return reviews
    .map(({ round, reviewer, model, callId, verdict, summary, findings, commit, person }) =>
      [
        `### Review ${round}: ${plainText(verdict)}`,
        `By ${plainText(reviewer)}, model ${plainText(model)}, call ${codeText(callId)}, of commit ${codeText(commit)}.`,
        plainText(summary),
        renderItems(findings.map(plainText)),
        ...(person === undefined ? [] : [renderPerson(person)]),
      ].join('\n\n'),
    )
    .join('\n\n');
}

function renderPerson({ answer, note }: PersonsAnswer): string {
  return `A person said: **${answer}**${note ? `. ${plainText(note)}` : ''}`;
}

/** For somebody who has nothing but the branch: what is in it, and what is not. */
export function renderCommands({ task, commands }: Pick<Evidence, 'task' | 'commands'>): string {
  if (commands.length === 0) return 'There was none.';
  const rows = commands.map(({ step, argv, folder, commit, end, ms, outputPath, outputSha256 }) => [
    step,
    codeText(argv.join(' ')),
    folder === '' ? '.' : codeText(folder),
    codeText(commit.slice(0, 12)),
    plainText(end),
    `${(ms / 1000).toFixed(1)} s`,
    codeText(outputPath),
    codeText(outputSha256),
  ]);
  const table = renderTable(
    ['Step', 'Command', 'In', 'Commit', 'End', 'Time', 'Output', 'SHA-256 of the Output'],
    rows,
  );
  const where = `The outputs are not in this branch. They were kept at these paths in the checkout that the work was done in, beside ${codeText(evidencePath(task.id))}, which binds all of this to the commit; whether a file is the output that was measured, its SHA-256 tells.`;
  return `${table}\n\n${where}`;
}

/** What is not known is said so, and never 0. */
export function renderReceipt(receipt: TaskReceipt | null, seconds: number | null = null): string {
  const time = seconds === null ? [] : [`Time: ${Math.round(seconds)} s`];
  if (receipt === null) return renderItems(['Cost: not measured', 'Calls: not counted', ...time]);
  const { usd, calls, tokens } = receipt;
  return renderItems([
    `Cost: ${usd === null ? 'not measured' : `${usd.toFixed(4)} USD`}`,
    `Calls: ${calls}`,
    `Tokens: ${tokens === null ? 'not measured' : `${tokens.input} in (${tokens.cached} of them cached), ${tokens.output} out`}`,
    ...time,
  ]);
}

/** Where the design is, in words that hold for somebody who has nothing but the branch. */
export function renderDesign({ path, sha256, branchPath }: Evidence['lld']): string {
  const named = `Design: ${codeText(path)}, SHA-256 ${codeText(sha256)}`;
  if (branchPath === path) return `${named}; it is in this branch`;
  // Evidence of an earlier version does not say.
  return !branchPath
    ? `${named}; **it is not in this branch**, because it holds what may be a secret, or is no plain text`
    : `${named}; it is in this branch as ${codeText(branchPath)}, byte for byte`;
}

/** What others read by machine stands first. */
export function renderFrontMatter({ task, lld, branch, base, tested, agent, sandbox }: EvidenceFacts): string {
  const facts: readonly (readonly [string, string])[] = [
    ['task', JSON.stringify(task.id)],
    ['lldSha256', lld.sha256],
    ['lld', JSON.stringify(lld.path)],
    ['branch', JSON.stringify(branch)],
    ['base', JSON.stringify(base)],
    ['testedCommit', JSON.stringify(tested.commit)],
    ['testedTree', JSON.stringify(tested.tree)],
    ['agent', JSON.stringify(agent.spec)],
    ['sandbox', JSON.stringify(sandbox.level)],
  ];
  return ['---', ...facts.map(([key, value]) => `${key}: ${value}`), '---'].join('\n');
}
