import type { FrameworkKind } from '../../../frameworks/framework.ts';
import type { Scenario } from '../../../governance/lld/document.ts';
import { asData } from '../../requirements/prompts/data-block.ts';
import type { CodeBrief } from './code-brief.ts';

const frameworkNames: Readonly<Record<FrameworkKind, string>> = {
  'node-test': 'node:test',
  vitest: 'vitest',
  jest: 'jest',
  pytest: 'pytest',
  go: 'go test',
  cargo: 'cargo test',
  command: 'a command of its own',
};

/** What a title that begins with an id looks like where titles are names of functions. */
const titleForms: Readonly<Record<FrameworkKind, string>> = {
  'node-test': "test('010 …', …)",
  vitest: "test('010 …', …)",
  jest: "test('010 …', …)",
  pytest: 'def test_010_…():',
  go: 'func Test010…(t *testing.T)',
  cargo: '#[test] fn test_010_…(), in a file below tests/',
  command: 'such as "010 …" or test_010_…',
};

export function showDesign({ design }: CodeBrief): string {
  return `The design, as it was approved:\n${asData('design', design)}`;
}

export function showFiles({ announced }: CodeBrief): string {
  const rows = announced.map(({ change, path, description }) => `${change} ${path}: ${description}`);
  return `The files of the design:\n${asData('files', rows.join('\n'))}`;
}

export function showScenarios({ scenarios }: CodeBrief): string {
  return `The scenarios, each of which is proved by a test:\n${asData('scenarios', scenarios.map(showScenario).join('\n\n'))}`;
}

function showScenario({ id, title, input, expected, passCriteria, requirements }: Scenario): string {
  return [
    `${id} ${title}`,
    `  input: ${input}`,
    `  expected: ${expected}`,
    `  passes if: ${passCriteria}`,
    `  proves: ${requirements.map((number) => `REQ-${number}`).join(', ')}`,
  ].join('\n');
}

/** How tests are written here. */
export function describeTests({ framework, testCommand }: CodeBrief): string {
  const { kind, layout } = framework;
  const place = layout.folder === null ? 'beside the sources that they test' : `below ${layout.folder}/`;
  const examples =
    layout.examples.length === 0 ? 'There are none yet.' : `Read one of them first: ${layout.examples.join(', ')}.`;
  const facts = [
    `Framework: ${frameworkNames[kind]}. Titles: ${titleForms[kind]}.`,
    `Tests lie ${place}, and are named ${layout.naming}. ${examples}`,
    `They are run by: ${testCommand}`,
  ];
  return `How this repository tests:\n${asData('tests', facts.join('\n'))}`;
}

/** Files that may not be touched any more. */
export function showAgreedTests(testFiles: readonly string[]): string {
  return `The tests are in these files, which you must not change:\n${asData('agreed', testFiles.join('\n'))}`;
}
