import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkLld } from '../../src/governance/checks/checks.ts';
import { draftSchema, makeDraft } from '../../src/governance/lld/draft-form.ts';
import { parseLld } from '../../src/governance/lld/parse-lld.ts';
import { renderLld } from '../../src/governance/lld/render-lld.ts';
import { splitLines } from '../../src/governance/lld/source-lines.ts';
import { draftOffline } from '../../src/providers/offline/draft-lld.ts';
import { makeBrief } from './briefs.ts';

function draft(issueText: string, title = 'Title', existing: string[] = []) {
  const hasPath = (path: string) => existing.includes(path);
  return draftOffline(makeBrief({ title, issueText, hasPath }));
}

test('acceptance criteria become requirements, and each has a scenario of its own', () => {
  const { requirements, scenarios } = draft(
    '# T\n\n- other list\n\n## Acceptance Criteria\n\n- [ ] First\n- [x] Second\n',
  );
  assert.deepEqual(requirements, ['First', 'Second']);
  assert.deepEqual(
    scenarios.map(({ id, requirements: covers }) => [id, covers]),
    [
      ['010', [1]],
      ['020', [2]],
    ],
  );
});

test('criteria below a criterion are criteria, too, with its words before them', () => {
  const issue = [
    '## Acceptance Criteria',
    '- [ ] Export works.',
    '  - [ ] as CSV',
    '  - [x] REQ-7: as JSON',
    '    1. with a header',
    '- [ ] ~~Dropped~~',
    '  - [ ] Stays',
    '- Import reads:',
    '  * as CSV',
    '  * what else?',
    '- [ ] It ends so:',
  ];
  const { requirements, scenarios, openQuestions } = draft(issue.join('\n'));
  assert.deepEqual(requirements, [
    'Export works.',
    'Export works: as CSV',
    'Export works: as JSON',
    'Export works: as JSON: with a header',
    'Stays',
    'Import reads: as CSV',
    'It ends so:',
  ]);
  assert.equal(scenarios.length, requirements.length);
  assert.deepEqual(
    openQuestions.map(({ question }) => question),
    ['Import reads: what else?'],
  );
});

test('a criterion that ends in a block of code has that code', () => {
  const issue = [
    '## Requirements',
    '1. `parse("--a")` returns:',
    '',
    '   ```json',
    '   {',
    '     "a": "`b`"',
    '   }',
    '   ```',
    '',
    '2. It prints',
    '',
    '   ```',
    '   such lines',
    '   ```',
    '3. It ends with:',
    '',
    '   ```',
    '   ```',
  ];
  assert.deepEqual(draft(issue.join('\n')).requirements, [
    '`parse("--a")` returns: `` { "a": "`b`" } ``',
    'It prints',
    'It ends with:',
  ]);
});

test('the words of a long criterion are cut where they lead others', () => {
  const { requirements } = draft(`## Acceptance\n\n- ${'x'.repeat(3000)}\n  - inner\n`);
  assert.deepEqual(
    requirements.map(({ length }) => length),
    [3000, 507],
  );
});

test('criteria below the headings of their section count, and lists of other sections do not', () => {
  const issue = '# It must work\n\n## Acceptance\n\n- a\n\n### Export\n\n- b\n\n## Notes\n\n- c\n';
  assert.deepEqual(draft(issue).requirements, ['a', 'b']);
  assert.deepEqual(draft('# It must work\n\n- a\n\n## Notes\n\n- c\n').requirements, ['a']);
});

test('where no section is named for them, check boxes are the criteria, and other lists are not', () => {
  const steps = '# T\n\n## Schritte\n\n1. Start it\n2. Look\n';
  assert.deepEqual(
    draft(`${steps}\n## Kriterien\n\n- [ ] It starts\n  - at once\n- [x] It ends\n- a note\n`).requirements,
    ['It starts', 'It starts: at once', 'It ends'],
  );
  assert.deepEqual(draft(steps).requirements, ['Start it', 'Look']);
});

test('paths in code spans become the files table, by what is there', () => {
  const { files } = draft('Change `src/a.ts`, add `src/b.ts`, again `src/a.ts`.', 'T', ['src/a.ts']);
  assert.deepEqual(
    files.map(({ path, change }) => `${change} ${path}`),
    ['Modify src/a.ts', 'Add src/b.ts'],
  );
});

test('a path into a submodule is left out: nothing can be added there', () => {
  const issueText = 'Change `src/a.ts` and `vendored/lib/b.ts`.';
  const hasPath = (path: string) => ['src/a.ts', 'vendored'].includes(path);
  const { files } = draftOffline(makeBrief({ issueText, hasPath, base: '0a1b2c3' }));
  assert.deepEqual(
    files.map(({ path }) => path),
    ['src/a.ts'],
  );
});

test('where no path stands as code, files of the repository count that are named in words', () => {
  const listed = (issue: string) =>
    draft(issue, 'T', ['src/cart.ts', 'README.md', 'src/log.ts', 'docs/lld/active/LLD-1.md']).files.map(
      ({ path }) => path,
    );
  assert.deepEqual(listed('# Typo in ./src/cart.ts.\n\n- See `README.md`, docs/lld/active/LLD-1.md and other.ts'), [
    'src/cart.ts',
    'README.md',
  ]);
  assert.deepEqual(listed('It fails:\n\n```\nat src/log.ts:3\n```\n\n| in |\n| --- |\n| src/cart.ts:12 |\n'), [
    'src/cart.ts',
  ]);
  assert.deepEqual(listed('Change `src/new.ts`, not src/cart.ts'), ['src/new.ts']);
  assert.deepEqual(listed('Ask https://example.com/src/cart.ts, e.g. v1.2'), ['docs/lld/active/LLD-137.md']);
});

test('a file that is named in several spellings is listed once, as it is there', () => {
  const issue = 'Change `docs/Guide.md`, `src/a.js`, `docs/guide.md` and `SRC/A.js`.';
  const { files } = draft(issue, 'T', ['docs/guide.md']);
  assert.deepEqual(
    files.map(({ path, change }) => [path, change]),
    [
      ['docs/guide.md', 'Modify'],
      ['src/a.js', 'Add'],
    ],
  );
});

test('a placeholder that an issue speaks of stands as code, also beside code', () => {
  const issue = '## Acceptance Criteria\n\n- [ ] `add` stores a TODO\n- [ ] `rm TODO` and `FIXME`, then TBD\n';
  assert.deepEqual(draft(issue).requirements, ['`add` stores a `TODO`', '`rm TODO` and `FIXME`, then `TBD`']);
});

test('a path that no design may list is left out: what belongs to this tool or to git, or climbs', () => {
  const own = 'After `docs/lld/active/LLD-101.md`, `docs/reports/1/test-report.md`, `.agentos/a/b.json`';
  const { files } = draft(`${own}, \`.git/hooks/a.sh\`, \`../b.ts\` and \`a/../b.ts\`: change \`./src/a.ts\`.`);
  assert.deepEqual(
    files.map(({ path }) => path),
    ['src/a.ts'],
  );
  const { files: alone } = draft(own);
  assert.deepEqual(
    alone.map(({ path }) => path),
    ['docs/lld/active/LLD-137.md'],
  );
});

test('a question is answered as an assumption, and says that nobody was asked', () => {
  const { openQuestions } = draft('# T\n\nShould it ask first?\n');
  assert.equal(openQuestions[0]?.question, 'Should it ask first?');
  assert.match(openQuestions[0]?.answer ?? '', /^Assumption: .*no model took part/);
});

test('an issue with more criteria, questions or files than a design can hold is refused', () => {
  const many = (count: number, line: (at: number) => string) =>
    draft(`## Acceptance\n\n${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`);
  assert.equal(many(500, (at) => `- criterion ${at}`).requirements.length, 500);
  const refused = (message: RegExp) => ({ code: 'ISSUE_TOO_LARGE', message });
  assert.throws(() => many(501, (at) => `- criterion ${at}`), refused(/501 criteria/));
  assert.throws(() => many(101, (at) => `- is it ${at}?`), refused(/101 questions/));
  assert.throws(() => many(1001, (at) => `\`src/${at}.ts\``), refused(/1001 files/));
});

test('lines that are longer than a reply may have are cut', () => {
  const words = 'TODO word '.repeat(900);
  const related = Array.from({ length: 1000 }, (_, at) => `#${at + 1000}`).join(' ');
  const content = draft(`# T\n\n${words}\n\n${words}?\n\n${related}\n\n## Acceptance\n\n- ${words}\n`);
  assert.ok(draftSchema.safeParse(content).success);
  for (const line of [content.objective, content.requirements[0], content.scenarios[0]?.title, content.related])
    assert.match(line ?? '', /^.{3999}…$/);
  assert.equal(content.openQuestions[0]?.question.length, 4000);
});

test('the same issue gives the same draft', () => {
  assert.deepEqual(draft('# A\n\n- b\n- c\n'), draft('# A\n\n- b\n- c\n'));
});

test('whatever an issue says, its draft has the twelve sections and every requirement is covered', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '## Acceptance Criteria',
      '- [ ] do it',
      '1. one',
      '```',
      '| a |',
      '## 3. Requirements',
      '<!--',
      '# Original Issue #5',
      'Why?',
    ),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = renderLld(makeDraft(draft(lines.join('\n')), { issue: '137', title: 'Title' }));
      const document = parseLld(text);
      const input = {
        document,
        lines: splitLines(text),
        fileName: 'LLD-137.md',
        repository: { kind: 'none', reason: '', isBaseUnusable: false },
      } as const;
      const structural = checkLld(input).filter(({ check }) =>
        /^(SECTION|TITLE|REQUIREMENT|SCENARIO_ID|ISSUE|FILES_TABLE|RISK)/.test(check),
      );
      assert.deepEqual(
        structural.map(({ check, message }) => `${check} ${message}`),
        [],
      );
    }),
    { numRuns: 400, seed: 11 },
  );
});

test('a file at the top of a repository is listed beside those in folders, and a call is none', () => {
  const issueText =
    '# Mean\n\nAdd `mean` to `shelf.py` as `shelf.total`, not as in `gone.py`. Tests in `tests/test_mean.py`.\n';
  const { files } = draftOffline(makeBrief({ issueText, hasPath: (path) => path === 'shelf.py' }));
  assert.deepEqual(
    files.map(({ change, path }) => `${change} ${path}`),
    ['Modify shelf.py', 'Add tests/test_mean.py'],
  );
});
