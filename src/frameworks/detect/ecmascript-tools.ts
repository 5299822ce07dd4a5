import type { Argv, FrameworkKind, ReportFormat, TestCommand } from '../framework.ts';
import type { PackageManager } from './package-manager.ts';
import type { ScriptCall } from './package-scripts.ts';
import { hasSingle, type ScriptWords, splitOptions } from './script-options.ts';

/** A framework for JavaScript and TypeScript: how it is recognised, called, and what its reports need. */
export interface Tool {
  readonly kind: FrameworkKind;
  readonly config: RegExp;
  readonly manifestKey: string | null;
  readonly dependency: string | null;
  /** Packages of which one must be there for coverage; none if it needs none. */
  readonly coverageBy: readonly string[];
  readonly report: ReportFormat;
  readonly argv: Argv;
  isCalledBy(words: readonly string[]): boolean;
  isMentionedBy(script: string): boolean;
  isImportedBy(text: string): boolean;
}

export const tools: readonly Tool[] = [
  {
    kind: 'node-test',
    config: /^$/,
    manifestKey: null,
    dependency: null,
    coverageBy: [],
    report: 'node-events',
    argv: ['node', '--test'],
    isCalledBy: ([program, ...words]) => (program === 'node' || program === 'tsx') && words.includes('--test'),
    isMentionedBy: (script) => /\b(?:node|tsx)\b[^&|;]{0,200} --test\b/.test(script),
    isImportedBy: (text) => /from\s*['"]node:test['"]|require\(\s*['"]node:test['"]/.test(text),
  },
  {
    kind: 'vitest',
    config: /^vitest\.(?:config|workspace)\.[mc]?[jt]s$/,
    manifestKey: null,
    dependency: 'vitest',
    coverageBy: ['@vitest/coverage-v8', '@vitest/coverage-istanbul'],
    report: 'jest-json',
    argv: ['vitest', 'run'],
    isCalledBy: ([program]) => program === 'vitest',
    isMentionedBy: (script) => /\bvitest\b/.test(script),
    isImportedBy: (text) => /from\s*['"]vitest['"]/.test(text),
  },
  {
    kind: 'jest',
    config: /^jest\.config\.(?:[mc]?[jt]s|json)$/,
    manifestKey: 'jest',
    dependency: 'jest',
    coverageBy: [],
    report: 'jest-json',
    argv: ['jest'],
    isCalledBy: ([program]) => program === 'jest',
    isMentionedBy: (script) => /\bjest\b/.test(script),
    isImportedBy: (text) => /from\s*['"]@jest\/globals['"]|\bjest\.(?:fn|mock|spyOn)\(/.test(text),
  },
];

/** The framework with the options that the repository's script gives it, and without the files. */
export function makeRunner(tool: Tool, call: ScriptCall | null, { execute }: PackageManager): TestCommand {
  const { options } = splitCall(tool, call);
  const [program, ...fixed] = programOf(tool, call);
  const byName = tool.kind === 'node-test' ? [program] : [...execute, program];
  const [first = program, ...before] = call?.start ?? byName;
  return {
    argv: [first, ...before, ...fixed, ...options],
    operands: [],
    environment: call?.environment ?? {},
    takesOptions: true,
  };
}

/** The repository's own command: itself, if it is nothing but the framework, else its script with options behind it. */
export function makeSuite(
  tool: Tool,
  call: ScriptCall | null,
  isCalled: boolean,
  manager: PackageManager,
  runner: TestCommand,
): TestCommand {
  const { operands } = splitCall(tool, isCalled ? call : null);
  if (call === null || call.isWhole) return { ...runner, operands };
  // Options of Node must stand before its files.
  const canTake = tool.kind === 'node-test' ? operands.length === 0 : !hasSingle(call.words);
  const takesOptions = call.getsOptions && canTake;
  const argv = takesOptions ? manager.runWithOptions('test') : manager.run('test');
  return { argv, operands: [], environment: {}, takesOptions };
}

function programOf(tool: Tool, call: ScriptCall | null): Argv {
  const [program, ...rest] = tool.argv;
  return tool.kind === 'node-test' && call?.words[0] === 'tsx' ? ['tsx', ...rest] : [program, ...rest];
}

/** What a script says behind the name of its framework. */
export function splitCall(tool: Tool, call: ScriptCall | null): ScriptWords {
  return splitOptions(call?.words.slice(1) ?? [], tool.argv);
}
