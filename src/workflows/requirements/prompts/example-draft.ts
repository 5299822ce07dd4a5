import { type DraftContent, makeDraft } from '../../../governance/lld/draft-form.ts';

/** A small design that passes every check: it shows the form, and is about nothing that anybody would ask for. */
export const exampleContent: DraftContent = {
  objective: 'Nobody can save a profile whose name is empty.',
  related: '#3',
  openQuestions: [
    { question: 'Is a name of spaces empty?', answer: 'Yes: the issue says that a name has at least one letter.' },
  ],
  files: [
    { path: 'src/profile/save.ts', change: 'Modify', description: 'Refuses an empty name before anything is written' },
    { path: 'test/profile/save.test.ts', change: 'Add', description: 'The scenarios of section 10.1' },
  ],
  decisions: [
    {
      decision: 'Where the name is checked',
      options: 'In the form; where it is saved',
      choice: 'Where it is saved',
      rationale: 'There are three forms and one place that saves',
    },
  ],
  requirements: ['Saving a profile with an empty name is refused', 'A refused profile leaves the stored one as it was'],
  scenarios: [
    {
      id: '010',
      title: 'An empty name',
      type: 'Auto',
      input: 'A profile with the name ""',
      expected: 'The error `NAME_EMPTY`',
      passCriteria: '`save` throws `NAME_EMPTY`',
      requirements: [1],
    },
    {
      id: '020',
      title: 'What is stored after a refusal',
      type: 'Auto',
      input: 'A stored profile, then one with the name " "',
      expected: 'The stored profile',
      passCriteria: '0 bytes differ between both reads',
      requirements: [2],
    },
  ],
  risks: [
    {
      risk: 'A stored profile has an empty name already',
      impact: 'Low',
      likelihood: 'Med',
      mitigation: 'Reading is unchanged; only saving refuses',
    },
  ],
  prose: {
    dependencies: 'None.',
    dataStructures: 'None: `Profile` stays as it is.',
    functionSignatures: '```ts\nfunction save(profile: Profile): void; // throws NAME_EMPTY\n```',
    logicFlow: '1. Trim the name.\n2. If nothing is left, throw `NAME_EMPTY`.\n3. Write the profile as today.',
    technicalApproach: 'One guard at the top of `save`, before the existing write.',
    alternatives: 'A check in each form: three places that could disagree.',
    dataAndFixtures: 'The profile of the existing tests.',
    diagram: 'A drawing would add nothing to three steps.',
    securityAndSafety: 'Nothing is written before the guard; the message does not repeat the input.',
    performanceAndCost: 'One trim of at most 200 characters for each save.',
    legalAndCompliance: 'No new personal data, no new dependency.',
    testCommands: '`npm test`',
    manualTests: 'None.',
    definitionOfDone: '- [ ] Both scenarios pass, and fail without the change',
  },
};

/** The same as a document has it. */
export const exampleDraft = makeDraft(exampleContent, { issue: '7', title: 'Refuse an empty name' });
