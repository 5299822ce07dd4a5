import type { DraftContent } from '../../../src/governance/lld/draft-form.ts';
import { makeDraft } from '../../../src/governance/lld/draft-form.ts';
import { renderLld } from '../../../src/governance/lld/render-lld.ts';
import { makePart, type Part, renderSignature, renderType } from './design-parts.ts';

/** The content of a design with so many parts: every list, table and text of it grows alike. It passes every check. */
export function makeContent(subject: string, count: number): DraftContent {
  const parts = Array.from({ length: count }, (_, at) => makePart(at));
  return {
    objective: `${subject}: every record passes ${count} parts in a fixed order, and none is lost on the way.`,
    related: 'None',
    openQuestions: [
      {
        question: 'May a record be read twice?',
        answer: 'Yes: every part is written so that a second pass is harmless.',
      },
    ],
    files: parts.flatMap(({ name, work }) => [
      { path: `src/flow/${name}.ts`, change: 'Add' as const, description: `The ${name}: ${work}` },
      { path: `test/flow/${name}.test.ts`, change: 'Add' as const, description: `The scenarios of the ${name}` },
    ]),
    decisions: parts.filter((_, at) => at % 3 === 0).map(makeDecision),
    requirements: parts.map(({ name, promise }) => `The ${name} ${promise}`),
    scenarios: parts.flatMap(makeScenarios),
    risks: parts.filter((_, at) => at % 2 === 0).map(makeRisk),
    prose: makeProse(parts),
  };
}

/** The smallest content whose document has at least so many lines. */
export function makeContentOf(subject: string, lines: number): DraftContent {
  for (let count = 1; ; count += 1) {
    const content = makeContent(subject, count);
    const text = renderLld(makeDraft(content, { issue: '1', title: subject }));
    if (text.trimEnd().split('\n').length >= lines) return content;
  }
}

function makeDecision({ name, work, other }: Part): DraftContent['decisions'][number] {
  return {
    decision: `How the ${name} keeps its place`,
    options: `A cursor in the store; ${other}`,
    choice: 'A cursor in the store',
    rationale: `After a restart it ${work} from where it stopped, and ${other} would forget that`,
  };
}

function makeScenarios({ name, at, promise, wrong }: Part): DraftContent['scenarios'] {
  const id = (number: number) => String(number * 10).padStart(3, '0');
  return [
    {
      id: id(at * 2 + 1),
      title: `The ${name} does its work`,
      type: 'Auto',
      input: `${at + 10} records in order`,
      expected: `${at + 10} records, each of which the ${name} has handled once`,
      passCriteria: `\`${name}\` returns ${at + 10} records and ${promise}`,
      requirements: [at + 1],
    },
    {
      id: id(at * 2 + 2),
      title: `The ${name} meets a record that ${wrong}`,
      type: 'Auto',
      input: `${at + 3} records, of which the last ${wrong}`,
      expected: `${at + 2} records, and one error that names the last`,
      passCriteria: `\`${name}\` throws \`RECORD_REFUSED\` with the number ${at + 3}`,
      requirements: [at + 1],
    },
  ];
}

function makeRisk({ name, wrong, work }: Part): DraftContent['risks'][number] {
  return {
    risk: `The ${name} meets more records than it was built for`,
    impact: 'Medium',
    likelihood: 'Low',
    mitigation: `It ${work} in pages of 500, and refuses a record that ${wrong}`,
  };
}

function makeProse(parts: readonly Part[]): DraftContent['prose'] {
  return {
    dependencies: 'None: the standard library has all that is needed.',
    dataStructures: fence(parts.map(renderType).join('\n\n')),
    functionSignatures: fence(parts.map(renderSignature).join('\n\n')),
    logicFlow: parts.map(describeStep).join('\n'),
    technicalApproach: parts.map(describeApproach).join('\n\n'),
    alternatives: parts
      .map(({ name, other }) => `- For the ${name}, ${other}: it cannot be resumed, and was rejected.`)
      .join('\n'),
    dataAndFixtures: parts
      .map(({ name, at }) => `- \`${name}-${at + 10}.json\`: ${at + 10} records for the ${name}, made by hand.`)
      .join('\n'),
    diagram: `${'```'}mermaid\ngraph LR; ${parts.map(({ name }) => name).join('-->')}\n${'```'}`,
    securityAndSafety: parts
      .map(({ name, wrong }) => `- The ${name} refuses a record that ${wrong}, before anything of it is written.`)
      .join('\n'),
    performanceAndCost: parts
      .map(({ name, at }) => `- The ${name} holds at most ${500 + at} records in memory, which is ${at + 2} MB.`)
      .join('\n'),
    legalAndCompliance: 'Records hold no personal data. No licence is added.',
    testCommands: '`npm test`',
    manualTests: 'None.',
    definitionOfDone: parts
      .map(({ name }) => `- [ ] Both scenarios of the ${name} pass, and fail without it`)
      .join('\n'),
  };
}

function describeStep({ name, at, work, wrong }: Part): string {
  return [
    `${at + 1}. The ${name} ${work}.`,
    `   - It takes at most 500 records, and stops at the first that ${wrong}.`,
    `   - It writes its cursor as the last thing, so that step ${at + 1} can be repeated.`,
  ].join('\n');
}

function describeApproach({ name, at, work, other, promise }: Part): string {
  return (
    `**The ${name}** is part ${at + 1} of the flow. It ${work}, and keeps its place with a cursor instead of ${other}. ` +
    `Whatever it is given, it ${promise}; the part behind it may rely on that and checks nothing again.`
  );
}

function fence(code: string): string {
  return `${'```'}ts\n${code}\n${'```'}`;
}
