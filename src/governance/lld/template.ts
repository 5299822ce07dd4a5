/** Columns of the tables that we write and read, in their order. */
export const fileColumns = ['File', 'Change Type', 'Description'] as const;
export const decisionColumns = ['Decision', 'Options Considered', 'Choice', 'Rationale'] as const;
export const scenarioColumns = [
  'ID',
  'Scenario',
  'Type',
  'Input',
  'Expected Output',
  'Pass Criteria',
  'Requirements',
] as const;
export const riskColumns = ['Risk', 'Impact', 'Likelihood', 'Mitigation'] as const;

const changeTypes = ['Add', 'Modify', 'Delete'] as const;
export type ChangeType = (typeof changeTypes)[number];

/** What a change type means, whatever its letter case; null if it is none of ours. */
export function changeTypeOf(written: string): ChangeType | null {
  return changeTypes.find((type) => type.toLowerCase() === written.toLowerCase()) ?? null;
}

export const scenarioTypes: readonly string[] = ['Auto', 'Auto-Live', 'Manual'];

export interface TemplateSection {
  readonly number: string;
  readonly title: string;
  /** One sentence for whoever fills the section in. */
  readonly guidance: string;
  readonly subsections: readonly TemplateSection[];
}

/** The twelve sections of an LLD. */
export const lldTemplate: readonly TemplateSection[] = [
  part('1', 'Context & Goal', 'Name the issue, the one goal, and every question that had to be answered first.'),
  part('2', 'Proposed Changes', 'Say what will be built, so exactly that two people would build the same thing.', [
    part('2.1', 'Files Changed', 'List each file once, with Add, Modify or Delete and the reason.'),
    part('2.2', 'Dependencies', 'Name each new package with its version, or say that there is none.'),
    part('2.3', 'Data Structures', 'Show the types that cross a boundary, with units in their names.'),
    part('2.4', 'Function Signatures', 'Give the signatures that other files call.'),
    part('2.5', 'Logic Flow (Pseudocode)', 'Number the steps; every loop has a bound and every wait a timeout.'),
    part('2.6', 'Technical Approach', 'Say which existing parts are reused and how the new ones attach to them.'),
    part('2.7', 'Architecture Decisions', 'Give one row to each decision, with the options that lost.'),
  ]),
  part('3', 'Requirements', 'Number what must be true at the end, one testable statement an item.'),
  part('4', 'Alternatives Considered', 'Name each design that was rejected and the fact that decided it.'),
  part('5', 'Data & Fixtures', 'Say where data comes from and which fixtures the tests use.'),
  part('6', 'Diagram', 'Draw the flow, or say why a drawing would add nothing.'),
  part('7', 'Security & Safety Considerations', 'Name each way to lose data or leak a secret, and what prevents it.'),
  part('8', 'Performance & Cost Considerations', 'Give budgets as numbers, and the worst case a user can cause.'),
  part('9', 'Legal & Compliance', 'Name licences, personal data and terms of service that apply.'),
  part('10', 'Verification & Testing', 'Prove each requirement by a scenario that a machine can run.', [
    part('10.1', 'Test Scenarios', 'Give one row to each scenario, with the requirements that it proves.'),
    part('10.2', 'Test Commands', 'Give the commands that run the scenarios.'),
    part('10.3', 'Manual Tests', 'Name each manual scenario by its id and say why no machine can run it.'),
  ]),
  part('11', 'Risks & Mitigations', 'Give one row to each risk, with what is done about it.'),
  part('12', 'Definition of Done', 'List what a reviewer ticks before the issue is closed.'),
];

/** Titles that differ only in letter case, marks, spaces or `&` for `and` are the same. */
export function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[\s*_]+/g, ' ')
    .trim();
}

function part(
  number: string,
  title: string,
  guidance: string,
  subsections: readonly TemplateSection[] = [],
): TemplateSection {
  return { number, title, guidance, subsections };
}
