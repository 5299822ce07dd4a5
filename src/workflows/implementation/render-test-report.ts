import { renderTable } from '../../governance/lld/render-table.ts';
import type { EvidenceFacts, GateResult, ProvedScenario } from './evidence.ts';
import { isProof } from './matrix.ts';
import { renderCommands, renderFrontMatter, renderWarnings } from './render-parts.ts';
import { codeText, plainText, renderItems } from './render-text.ts';

const ownGates: ReadonlySet<string> = new Set(['proof', 'suite', 'tests', 'coverage']);
const legend =
  'How a test failed: `assertion`, what it claims was not so; `missing`, something that the design announces was not there yet, perhaps the whole file that the test loads; `error`, something else was thrown, or only an exit code is known.';

/** `docs/reports/<id>/test-report.md`: what each test did before there was code, with the change and without it. */
export function renderTestReport(facts: EvidenceFacts): string {
  const { task, scenarios, gates, tested } = facts;
  const warnings = renderWarnings(facts);
  const auto = scenarios.filter(({ isManual }) => !isManual);
  const proved = auto.filter(({ tests }) => tests.some(isProof)).length;
  const parts = [
    renderFrontMatter(facts),
    `# Test Report: ${plainText(`${task.id} - ${task.title}`)}`,
    ...(warnings.length === 0 ? [] : [warnings.join('\n>\n')]),
    `${proved} of ${auto.length} scenarios are proved by a test that passes with the change and fails without it, at commit ${codeText(tested.commit)}.`,
    `## Scenarios\n\n${renderScenarios(auto)}`,
    `## For a Person to Try Out\n\n${renderManual(scenarios)}`,
    `## Measured\n\n${renderMeasured(gates.filter(({ gate }) => ownGates.has(gate)))}`,
    `## Commands\n\n${renderCommands(facts)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderScenarios(scenarios: readonly ProvedScenario[]): string {
  const rows = scenarios.flatMap(({ id, text, tests }) => {
    const head = [id, plainText(text)];
    if (tests.length === 0) return [[...head, '-', '-', '-', '-', '-']];
    return tests.map(({ name, file, red, without, isGreen }, at) => [
      ...(at === 0 ? head : ['', '']),
      codeText(name),
      codeText(file),
      plainText(red),
      plainText(without),
      isGreen ? 'passed' : '**not passed**',
    ]);
  });
  const columns = ['Scenario', 'What', 'Test', 'File', 'Before the Code', 'Without the Change', 'With the Change'];
  return `${renderTable(columns, rows)}\n\n${legend}`;
}

function renderManual(scenarios: readonly ProvedScenario[]): string {
  return renderItems(scenarios.filter(({ isManual }) => isManual).map(({ id, text }) => plainText(`${id} ${text}`)));
}

function renderMeasured(gates: readonly GateResult[]): string {
  return renderItems(
    gates.flatMap(({ gate, state, summary, findings }) => [
      `${gate}: ${state === 'passed' ? 'passed' : `**${state}**`}: ${plainText(summary)}`,
      ...findings.map((finding) => `${gate}: ${plainText(finding)}`),
    ]),
  );
}
