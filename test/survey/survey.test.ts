import assert from 'node:assert/strict';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultSurveyTokens, type Survey, surveyRepository } from '../../src/survey/survey.ts';
import { openFolderReader } from '../../src/worktrees/folder-reader.ts';
import { openTreeReader } from '../../src/worktrees/tree-reader.ts';
import { assertGolden } from '../golden.ts';
import { projectDir, Workspace } from '../workspace.ts';
import { shopFiles, shopIssue } from './shop.ts';

function assertWithin(survey: Survey, maxTokens: number): void {
  assert.equal(survey.tokens, Math.ceil(survey.text.length / 4));
  assert.ok(survey.tokens <= maxTokens, `${survey.tokens} of ${maxTokens}`);
}

test('the survey of the bookshelf holds its files whole, its manifest and its tests', async () => {
  using workspace = new Workspace();
  const folder = workspace.dir;
  // Without what a batch may have written there.
  const isSample = (path: string) => !/\/(?:\.agentos|docs\/(?:lld|lineage))(?:\/|$)/.test(path);
  cpSync(join(projectDir, 'examples/bookshelf'), folder, { recursive: true, filter: isSample });
  const text = readFileSync(join(folder, 'docs/issues/101-refuse-duplicate-titles.md'), 'utf8');
  const survey = await surveyRepository(openFolderReader(folder), { title: 'Refuse duplicate titles', text });
  assertWithin(survey, defaultSurveyTokens);
  assert.deepEqual(survey.named, [
    { path: 'src/shelf.mjs', isThere: true },
    { path: 'src/cli.mjs', isThere: true },
  ]);
  assertGolden('survey/golden/bookshelf.md', survey.text);
});

test('the survey of a shop in TypeScript and Python, from git: what the issue is about, and nothing that is secret', async () => {
  using workspace = new Workspace().write(shopFiles);
  workspace.git('init', '-q');
  workspace.git('add', '--all', '--force');
  workspace.git('commit', '-qm', 'start');
  const reader = openTreeReader(workspace.dir, workspace.git('rev-parse', 'HEAD'));
  const survey = await surveyRepository(reader, shopIssue, 3000);
  assertWithin(survey, 3000);
  assert.deepEqual(survey.named, [
    { path: 'src/cart/discount.ts', isThere: true },
    { path: 'tools/price_list.py', isThere: true },
    { path: 'src/cart/voucher.ts', isThere: false },
  ]);
  assert.ok(!survey.text.includes('do-not-show'));
  assertGolden('survey/golden/shop.md', survey.text);
});
