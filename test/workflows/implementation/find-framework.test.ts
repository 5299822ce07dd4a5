import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFramework, refitSetUp } from '../../../src/workflows/implementation/find-framework.ts';
import { makeFramework } from '../../frameworks/make-framework.ts';
import { memoryReader } from '../../survey/memory-reader.ts';
import { Bench } from './bench.ts';

test('packages of Go that set-up vendored are vendored again when the work asks for others', () => {
  using bench = new Bench({ 'write-tests': [], implement: [] });
  const files = { 'go.mod': 'module m\n', 'go.sum': '', 'vendor/modules.txt': '' };
  const before = makeFramework('go', { setUp: [['go', 'mod', 'vendor']] });
  const setUp = refitSetUp(bench.order, { announced: [] }, before, memoryReader(files)).setUp;
  assert.deepEqual(setUp, before.setUp);
});

const announce = (...paths: string[]) => ({
  announced: paths.map((path) => ({ path, change: 'Modify' as const, description: '' })),
});

test('whoever has tests that we cannot run is told by which command they may be', () => {
  using bench = new Bench({ 'write-tests': [], implement: [] });
  const find = (files: Record<string, string>, ...paths: string[]) =>
    findFramework(bench.order, announce(...paths), memoryReader(files)).kind;
  const none = 'no test framework was found in this repository: name a testCommand in the config';
  for (const [name, text, command] of [
    ['Makefile', 'all: x\n\ntest: all\n\t./run\n', 'make test'],
    ['Makefile', 'check:\n\t./run\n', 'make check'],
    ['pom.xml', '', 'mvn -Dmaven.repo.local=.m2 test'],
    ['composer.json', '{}', 'vendor/bin/phpunit'],
    ['spec/spec_helper.rb', '', 'bundle exec rspec'],
  ] as const)
    assert.throws(() => find({ [name]: text }), { message: `${none}, such as "${command}"` }, name);
  assert.throws(() => find({ 'README.md': '' }), { message: none });
  const mixed = { 'package.json': '{"scripts":{"test":"jest"}}', 'spec/spec_helper.rb': '' };
  assert.throws(() => find(mixed, 'app/user.rb', 'spec/user_spec.rb'), {
    message: `tests such as spec/user_spec.rb, which the design announces, are none for what was found here (jest): name a testCommand in the config, such as "bundle exec rspec"`,
  });
  assert.equal(find(mixed, 'app/user.rb'), 'jest');
  assert.equal(find(mixed, 'src/a.js', 'test/fixtures/a.rb'), 'jest');
});
