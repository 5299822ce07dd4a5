import type { FrameworkKind } from '../framework.ts';
import { nameOf } from '../paths.ts';

const ecmascript = '(?:[mc]?[jt]s|[jt]sx)';
const dotted = new RegExp(`[._-](?:test|spec)\\.${ecmascript}$`);
const inFolder = new RegExp(`(?:^|/)(?:tests?|__tests__)/(?:[^/]+/){0,20}[^/]+\\.${ecmascript}$`);

// Of commands that we do not know: whatever lies in a folder of tests, as for mocha, and the usual names elsewhere.
const program =
  '(?:sh|bash|zsh|fish|ps1|bats|t|pl|rb|php|lua|tcl|java|kts?|groovy|scala|cljs?|cs|fs|swift|dart|exs?|erl|hs|ml|r|R|jl|nim|zig|c|cc|cpp|cxx|mm?)';
const anyInFolder = new RegExp(
  `(?:^|/)(?:tests?|__tests__|spec|t)/(?:[^/]+/){0,20}[^/]+\\.(?:${ecmascript}|${program})$`,
);
const anyNamed = new RegExp(
  `(?:(?:^|/)tests?(?:[._-][^/]*)?|[._-](?:test|spec)|[a-z0-9](?:Tests?|Spec))\\.${program}$|\\.bats$`,
);

/** Whether a file holds tests, by where it lies and how it is called. */
export function isTestPath(path: string, kind: FrameworkKind): boolean {
  switch (kind) {
    case 'node-test':
    case 'vitest':
    case 'jest':
      return isEcmascriptTest(path, kind);
    case 'pytest':
      return /^(?:test_.*|.*_test)\.py$/.test(nameOf(path));
    case 'go':
      return path.endsWith('_test.go');
    case 'cargo':
      return /(?:^|\/)tests\/(?:[^/]+\/){0,20}[^/]+\.rs$/.test(path);
    case 'command':
      if (anyInFolder.test(path) || anyNamed.test(path)) return true;
      return (['node-test', 'pytest', 'go', 'cargo'] as const).some((known) => isTestPath(path, known));
  }
}

function isEcmascriptTest(path: string, kind: FrameworkKind): boolean {
  if (dotted.test(path)) return true;
  if (kind === 'jest') return /(?:^|\/)__tests__\//.test(path) && inFolder.test(path);
  return (
    kind === 'node-test' && new RegExp(`(?:^|/)test-[^/]*\\.${ecmascript}$|(?:^|/)test\\.${ecmascript}$`).test(path)
  );
}

/** Whether a file only serves tests: one of them, one that lies among them, or what they compare with. */
export function isTestSupport(path: string, kind: FrameworkKind): boolean {
  return (
    isTestPath(path, kind) ||
    /(?:^|\/)(?:tests?|__tests__|__mocks__|__snapshots__|testdata|spec|testing|testutil)\/|(?:^|\/)conftest\.py$/.test(
      path,
    )
  );
}
