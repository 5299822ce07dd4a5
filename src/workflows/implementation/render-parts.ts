import { renderTable } from '../../governance/lld/render-table.ts';
import type { PersonsAnswer } from '../workflow.ts';
import type { Evidence, EvidenceFacts, GateResult, Receipt } from './evidence.ts';
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

export function renderReviews(reviews: Evidence['reviews']): string {
  if (reviews.length === 0) return 'There was none.';
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

const shownHash = 16;

export function renderCommands(commands: Evidence['commands']): string {
  if (commands.length === 0) return 'There was none.';
  const rows = commands.map(({ step, argv, folder, commit, end, ms, outputPath, outputSha256 }) => [
    step,
    codeText(argv.join(' ')),
    folder === '' ? '.' : codeText(folder),
    codeText(commit.slice(0, 12)),
    plainText(end),
    `${(ms / 1000).toFixed(1)} s`,
    codeText(outputPath),
    codeText(outputSha256.slice(0, shownHash)),
  ]);
  return renderTable(['Step', 'Command', 'In', 'Commit', 'End', 'Time', 'Output', 'SHA-256'], rows);
}

/** What is not known is said so, and never 0. */
export function renderReceipt(receipt: Receipt | null): string {
  if (receipt === null) return 'Not known when this was written: `agentos show` and the summary of the batch tell it.';
  const { usd, seconds, calls } = receipt;
  const items = [
    `Cost: ${usd === null ? 'not measured' : `${usd.toFixed(4)} USD`}`,
    `Time: ${seconds === null ? 'not measured' : `${Math.round(seconds)} s`}`,
    `Calls: ${calls === null ? 'not counted' : calls}`,
  ];
  return renderItems(items);
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
