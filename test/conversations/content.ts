import type { DraftContent } from '../../src/governance/lld/draft-form.ts';

/** The issue of every conversation here; its criteria are the requirements of the content below. */
export const dryRunIssue = `# Issue #137: Add a dry run

## Acceptance Criteria

- [ ] It lists what would run
- [ ] It writes nothing
- [ ] It ends within two seconds
`;

/** What a drafter writes for that issue: a design in which no check finds an error. */
export const dryRunContent: DraftContent = {
  objective: 'Show what a batch would do before it does anything',
  related: '#12',
  openQuestions: [{ question: 'Is the list for people?', answer: 'Yes; machines read `--json`.' }],
  files: [
    { path: 'src/plan/print-plan.ts', change: 'Add', description: 'Writes the plan as lines' },
    { path: 'src/cli/flags.ts', change: 'Add', description: 'Takes the new flag' },
  ],
  decisions: [
    {
      decision: 'Where the plan is made',
      options: 'By the command; by the planner that a batch uses',
      choice: 'By the planner that a batch uses',
      rationale: 'Two planners would drift apart',
    },
    {
      decision: 'Form of the list',
      options: 'A table; one line a task',
      choice: 'One line a task',
      rationale: 'Lines can be searched and cut',
    },
  ],
  requirements: ['Every planned task is listed', 'A dry run writes no file', 'A dry run of 100 tasks ends within 2 s'],
  scenarios: [
    {
      id: '010',
      title: 'Three issues',
      type: 'Auto',
      input: 'Three pending issues and the flag',
      expected: 'Three lines',
      passCriteria: 'The output has 3 lines',
      requirements: [1],
    },
    {
      id: '020',
      title: 'Nothing is written',
      type: 'Auto',
      input: 'The folder, listed before and after',
      expected: 'Two equal lists',
      passCriteria: '0 entries differ',
      requirements: [2],
    },
    {
      id: '030',
      title: 'A hundred issues',
      type: 'Auto',
      input: 'A hundred pending issues and the flag',
      expected: 'A hundred lines',
      passCriteria: 'Exit code 0 within 2 s',
      requirements: [3],
    },
  ],
  risks: [
    { risk: 'Plan and batch differ', impact: 'High', likelihood: 'Low', mitigation: 'Both come from one planner' },
  ],
  prose: {
    dependencies: 'None.',
    dataStructures: 'None: the plan stays as it is.',
    functionSignatures: '```ts\nfunction printPlan(plan: Plan): string[];\n```',
    logicFlow: '1. Make the plan.\n2. Print one line for each task.\n3. Exit with 0.',
    technicalApproach: 'The command stops after planning, and hands the plan to `printPlan`.',
    alternatives: 'A command of its own: its flags would drift.',
    dataAndFixtures: 'Three issues, written by hand.',
    diagram: 'A drawing would add nothing to three steps.',
    securityAndSafety: 'Nothing is written, and nobody is asked.',
    performanceAndCost: 'One pass over the issues; no call to a model.',
    legalAndCompliance: 'No personal data.',
    testCommands: 'The test command of the repository.',
    manualTests: 'None.',
    definitionOfDone: '- [ ] Every scenario passes',
  },
};
