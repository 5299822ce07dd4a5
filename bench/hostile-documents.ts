const maxBytes = 1024 * 1024;
/** The longest text that is read as a verdict. */
const maxVerdictChars = 512 * 1024;

const lldHead = `# 1 - Hostile\n\n## 1. Context & Goal\n\n* **Issue:** #1\n\n## 9. Legal & Compliance\n\nNone.\n\n## 12. Definition of Done\n\nNone.\n\n`;
const flow = `${lldHead}## 2. Proposed Changes\n\n### 2.5 Logic Flow\n\n`;
const files = `${lldHead}## 2. Proposed Changes\n\n### 2.1 Files Changed\n\n|File|Change Type|Description|\n|-|-|-|\n`;
const requirements = `${lldHead}## 3. Requirements\n\n`;
const scenarioHead = '## 10. Verification & Testing\n\n### 10.1 Test Scenarios\n\n';
const scenarioTable = `${scenarioHead}|ID|Scenario|Type|Input|Expected Output|Pass Criteria|\n|-|-|-|-|-|-|\n`;
const questions = `${requirements}## 4. Alternatives Considered\n\n### Open Questions\n\n`;
const verdict = '# LLD Review: 1\n\n## Verdict\n\n';
const findings = `${verdict}[x] **APPROVED**\n\n## Tier 1: BLOCKING Issues\n\n`;

/** Documents of at most 1 MiB, each made to be slow somewhere, by name. Made one at a time: together they are large. */
export const hostileDocuments: Readonly<Record<string, () => string>> = {
  'quotes on one line': () => fill(flow, '>'),
  'deep quotes on every line': () => fill(flow, `${'> '.repeat(90)}a\n`),
  'quoted fences': () => fill(flow, '> ```\n'),
  'bullets on one line': () => fill(flow, '- '),
  'deep bullets on every line': () => fill(flow, `${'- '.repeat(90)}a\n`),
  'bullets, each deeper than the last': () => fill(flow, makeStairs()),
  'short bullets': () => fill(flow, '- a\n'),
  'short lines': () => fill(flow, 'a\n'),
  'blank lines': () => fill(flow, '\n'),
  'one line of letters': () => fill(flow, 'a'),
  'one line of tabs': () => fill(flow, '\t'),
  'emphasis that is never closed': () => fill(flow, '*a'),
  'links that are never closed': () => fill(flow, '[a]('),
  brackets: () => fill(flow, '['),
  'reference definitions': () => fill(flow, '[a]: b\n'),
  'reference labels that are never closed': () => fill(flow, '[a\n'),
  'comments that are never closed': () => fill(flow, '<!--\n'),
  'comments on one line': () => fill(flow, 'a <!-- '),
  fences: () => fill(flow, '```\n'),
  'fences that are never closed': () => fill(flow, '- ```\n'),
  backticks: () => fill(flow, '`'),
  'backticks with gaps': () => fill(flow, '` '),
  'paths in code spans': () => fill(flow, '`a/b.c` '),
  'loops and waits': () => fill(flow, 'retry wait\n\n'),
  'hidden characters': () => fill(flow, '\u200b\n', maxBytes / 2),
  placeholders: () => fill(flow, 'TODO ~/\n'),
  'headings of sections': () => fill(lldHead, '## 2.\n'),
  'headings of subsections': () => fill(flow, '### 2.1 A\n'),
  'underlined headings': () => fill(flow, 'a\n=\n'),
  'rows of files': () => fill(files, '|a|add|\n'),
  'files without anything': () => fill(files, '||||\n'),
  'different files': () => files + countUp(files, (at) => `|${at}|Modify|\n`),
  'rows of scenarios': () => fill(requirements + scenarioTable, '|a\n'),
  'scenarios without anything': () => fill(requirements + scenarioTable, '|||||||\n'),
  'scenarios to pad': () => fill(requirements + scenarioTable, '|1|\n'),
  'one scenario for very many requirements': () => fill(`${requirements}1. a\n\n${scenarioTable}|1|`, 'REQ-1 REQ-2 '),
  'requirements, each with all scenarios': makeCoverageFlood,
  'very wide table': () => makeWideTable(requirements + scenarioHead),
  'wide rows': () => fill(requirements + scenarioTable, `${'|'.repeat(5000)}\n`),
  'open questions': () => fill(questions, '- [ ] a\n'),
  'deep open questions': () => fill(questions, `${'- '.repeat(60)}[ ] a\n`),
  'verdict boxes': () => fill(verdict, '- [x] APPROVED\n'),
  'verdict boxes that are still read': () => fill(verdict, '- [x] APPROVED\n', maxVerdictChars),
  'verdict lines': () => fill(verdict, 'Verdict: APPROVED\n', maxVerdictChars),
  'verdict marks': () => fill(`${verdict}Verdict: APPROVED`, '*_', maxVerdictChars),
  'verdict that is taken back': () => fill(`${verdict}APPROVED - `, 'no changes ', maxVerdictChars),
  'verdict with comments': () => fill(verdict, 'a <!-- ` ~~ <del>\n', maxVerdictChars),
  'verdict with findings': () => fill(findings, '- a\n', maxVerdictChars),
  'verdict with deep findings': () => fill(findings, `${'- '.repeat(90)}a\n`, maxVerdictChars),
  'verdict with headings': () => fill(verdict, '## Verdict\n', maxVerdictChars),
  'verdict with a wide table': () => makeWideTable(`${verdict}## Coverage\n\n`).slice(0, maxVerdictChars),
  'JSON of brackets': () => fill('', '['),
  'JSON of brackets under a verdict': () => fill('{"verdict":', '['),
  'JSON verdicts in verdicts': () => fill('', '{"verdict":', maxVerdictChars),
  'JSON with one key very often': () => `${fill('{', '"verdict":"APPROVED",', maxVerdictChars - 8)}"a":1}`,
  'JSON in very many fences': () => fill('', '```json\n{"verdict":1}\n```\n', maxVerdictChars),
};

function fill(head: string, part: string, size = maxBytes): string {
  return head + part.repeat(Math.floor((size - head.length) / part.length));
}

function makeStairs(): string {
  return Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join('');
}

function countUp(head: string, render: (at: number) => string): string {
  const longest = render(999_999).length;
  return Array.from({ length: Math.floor((maxBytes - head.length) / longest) }, (_, at) => render(at)).join('');
}

function makeCoverageFlood(): string {
  const head = fill(requirements, '1. a\n', maxBytes / 2);
  return fill(`${head}\n${scenarioTable}`, '|1|REQ-1|\n');
}

function makeWideTable(head: string): string {
  const columns = (maxBytes - head.length) / 10;
  const row = (cell: string) => `${`|${cell}`.repeat(columns)}|\n`;
  return fill(head + row('ID') + row('-'), row('a'));
}
