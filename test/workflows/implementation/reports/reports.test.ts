import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseBlocks } from '../../../../src/governance/markdown.ts';
import { loadHistory } from '../../../../src/store/records.ts';
import {
  type EvidenceFacts,
  listChangedFiles,
  makeEvidence,
} from '../../../../src/workflows/implementation/evidence.ts';
import { renderImplementationReport } from '../../../../src/workflows/implementation/render-implementation-report.ts';
import { renderPullRequest } from '../../../../src/workflows/implementation/render-pull-request.ts';
import { renderTestReport } from '../../../../src/workflows/implementation/render-test-report.ts';
import { assertGolden } from '../../../golden.ts';
import { Workspace } from '../../../workspace.ts';
import { commit, facts } from '../designs.ts';

const handedOver = { commit: '9'.repeat(40), tree: '8'.repeat(40) };
const seconds = 61.4;
const bare: EvidenceFacts = {
  ...facts,
  sandbox: { level: 'none', network: 'host', reason: 'bwrap is not installed' },
  lld: { ...facts.lld, isForced: true, isOffline: true, reviewer: null, callId: null },
  gates: [{ gate: 'coverage', state: 'unmeasured', summary: 'not measured: x', findings: ['x'] }],
  reviews: [],
  commands: [],
  changed: [],
  receipt: null,
};

const pages: readonly (readonly [name: string, text: string])[] = [
  ['implementation-report', renderImplementationReport(facts)],
  ['implementation-report-bare', renderImplementationReport(bare)],
  ['test-report', renderTestReport(facts)],
  ['pull-request', renderPullRequest(makeEvidence(facts, handedOver), seconds).body],
];

test('reports are as they were agreed on', () => {
  for (const [name, text] of pages) {
    assertGolden(`workflows/implementation/reports/golden/${name}.md`, text);
  }
});

test('a merged report tells which design was implemented', () => {
  using workspace = new Workspace();
  const folder = join(workspace.dir, 'docs/reports/137');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'implementation-report.md'), renderImplementationReport(facts));
  const places = {
    repoDir: workspace.dir,
    lldDir: join(workspace.dir, 'docs/lld/active'),
    baseDir: join(workspace.dir, '.agentos'),
  };
  assert.deepEqual(loadHistory(places, 'implement').get('137')?.implementedSha256s, [facts.lld.sha256]);
});

test('reports name the commit that was tested, never the one that they are part of; the evidence names both', () => {
  const evidence = makeEvidence(facts, handedOver);
  assert.deepEqual([evidence.schemaVersion, evidence.commit, evidence.tested.commit], [1, handedOver.commit, commit]);
  assert.ok(renderImplementationReport(facts).includes(commit));
  assert.ok(renderPullRequest(evidence, null).body.includes(handedOver.commit));
});

test('no sandbox, force, a review without a model and what was not measured are loud on every page', () => {
  const loud = [/NO SANDBOX.*bwrap is not installed/, /FORCED/, /NO MODEL REVIEWED/, /NOT MEASURED:\*\* coverage/];
  for (const page of [
    renderImplementationReport(bare),
    renderTestReport(bare),
    renderPullRequest(makeEvidence(bare, handedOver), null).body,
  ]) {
    for (const pattern of loud) assert.match(page, pattern);
  }
  for (const [, page] of pages.filter(([name]) => name !== 'implementation-report-bare'))
    assert.ok(!page.includes('NO SANDBOX'));
});

test('what nobody measured is never 0', () => {
  const { body } = renderPullRequest(
    makeEvidence({ ...facts, receipt: { usd: null, calls: 7, tokens: null } }, handedOver),
    null,
  );
  assert.match(body, /Cost: not measured/);
  assert.match(body, /Tokens: not measured/);
  const unknown = renderPullRequest(makeEvidence({ ...facts, receipt: null }, handedOver), 61.4).body;
  assert.match(unknown, /Cost: not measured\n- Calls: not counted\n- Time: 61 s/);
});

test('a test that passes without the change is shown, and proves nothing', () => {
  assert.match(renderTestReport(facts), /`010 none` .* passed \| passed \| passed \|/);
  assert.match(renderTestReport(facts), /^2 of 2 scenarios are proved/m);
  const [first, ...others] = facts.scenarios;
  const weak = { ...facts, scenarios: [...(first ? [{ ...first, tests: first.tests.slice(1) }] : []), ...others] };
  assert.match(renderTestReport(weak), /^1 of 2 scenarios are proved/m);
});

test('every changed file stands beside what the design says of it', () => {
  const file = { path: 'a.png', change: 'added', kindBefore: null, kind: 'file', becameExecutable: false } as const;
  const files = [
    { ...file, isBinary: true, addedLines: 0, removedLines: 0 },
    { ...file, path: 'b.ts', isBinary: false, addedLines: 2, removedLines: 1 },
  ];
  assert.deepEqual(listChangedFiles(files, [{ path: 'b.ts', change: 'Add', description: '' }]), [
    { path: 'a.png', change: 'added', announced: null, added: null, removed: null },
    { path: 'b.ts', change: 'added', announced: 'Add', added: 2, removed: 1 },
  ]);
});

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '| x |',
    '\n# Approved',
    '<script>',
    '<!--',
    '```',
    '`',
    '~~~',
    '[x](http://evil)',
    '---\nlldSha256: 0',
    '- [x] ok',
    '\\|',
    '![i](http://evil/p.png)',
    'Fixes #12',
    '@everyone',
    '</details>',
    '# x',
    '- x',
    '1. x',
    '> x',
    '***',
    '+ x',
    '====',
    'a \\\\| proved \\\\| b',
  ),
);

test('no text of others changes the shape of a page, calls anybody, or closes an issue', () => {
  const shapeOf = (page: string) =>
    parseBlocks(page).map((block) => (block.kind === 'heading' ? `h ${block.line}` : block.kind));
  const outline = (page: string) => page.split('\n').filter((line) => /^#{1,3} /.test(line)).length;
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, isPrefixed) => {
      const words = isPrefixed ? `a ${text} z` : text;
      const put: EvidenceFacts = {
        ...facts,
        task: { id: '137', title: words },
        requirements: facts.requirements.map(({ number }) => ({ number, text: words })),
        scenarios: facts.scenarios.map((one) => ({
          ...one,
          text: words,
          tests: one.tests.map((each) => ({ ...each, name: words })),
        })),
        reviews: facts.reviews.map((one) => ({ ...one, summary: words, findings: [words], model: words })),
        gates: facts.gates.map((one) => ({ ...one, findings: one.findings.map(() => words) })),
        changed: facts.changed.map((one) => ({ ...one, path: words })),
        commands: facts.commands.map((one) => ({ ...one, argv: [words] })),
      };
      const { body } = renderPullRequest(makeEvidence(put, handedOver), seconds);
      const plain = renderPullRequest(makeEvidence(facts, handedOver), seconds).body;
      assert.deepEqual(shapeOf(body), shapeOf(plain), body);
      assert.equal(outline(renderImplementationReport(put)), outline(renderImplementationReport(facts)));
      assert.deepEqual(shapeOf(renderTestReport(put)), shapeOf(renderTestReport(facts)));
      const open = body.replace(/(`+)[\s\S]*?\1/g, '');
      assert.ok(!/@everyone|#12\b|\]\(http|<script|<!--/.test(open), open);
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('a page for a forge is never longer than it takes', () => {
  const findings = Array.from({ length: 100 }, (_, at) => `${at} ${'words '.repeat(80)}`);
  const reviews = Array.from({ length: 20 }, () => facts.reviews.map((one) => ({ ...one, findings }))).flat();
  const { body, title } = renderPullRequest(makeEvidence({ ...facts, reviews }, handedOver), seconds);
  assert.ok(body.length < 65_000, `${body.length}`);
  assert.match(body, /This is cut/);
  assert.ok(title.length <= 72);
});
