import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectDir } from '../workspace.ts';

function startUnder(version: string, name: string) {
  const pretence = `Object.defineProperty(process.versions, 'node', { value: '${version}' });`;
  const script = `${pretence} require(${JSON.stringify(join(projectDir, 'bin', `${name}.cjs`))});`;
  return spawnSync(process.execPath, ['-e', script, '--', '--version'], { encoding: 'utf8' });
}

test('an old Node is told what it needs before anything else is read: exit 2', () => {
  for (const name of ['agentos', 'run-requirements-workflow', 'run-implement-from-lld']) {
    const { status, stderr, stdout } = startUnder('18.20.0', name);
    assert.equal(status, 2);
    assert.match(stderr, /needs Node 24\.16 or a newer 24, or 26\.1 or newer; this is/);
    assert.equal(stdout, '');
  }
});

test('the versions of Node that will do are those that package.json names', () => {
  const { engines }: { engines: { node: string } } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
  assert.equal(engines.node, '^24.16 || >=26.1');
  for (const version of ['23.20.0', '24.9.0', '24.15.9', '25.9.0', '26.0.0'])
    assert.equal(startUnder(version, 'agentos').status, 2, version);
  for (const version of ['24.16.0', '24.100.0', '26.1.0', '27.0.0', '100.1.0'])
    assert.equal(startUnder(version, 'agentos').status, 0, version);
});

test('what an old Node reads first is written in its syntax', () => {
  for (const name of ['agentos.cjs', 'run-requirements-workflow.cjs', 'run-implement-from-lld.cjs', 'launch.cjs']) {
    const text = readFileSync(join(projectDir, 'bin', name), 'utf8');
    assert.doesNotMatch(text, /=>|\bconst\b|\blet\b|import\(|\?\.|\?\?|async|,\s*\)|\$\{/, name);
  }
});
