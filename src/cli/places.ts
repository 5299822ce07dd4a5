import type { WorkflowFlags } from './flags.ts';

const finding = ['repo', 'config'] as const;
const asking = ['issues', 'lld-dir', 'drafter', 'reviewer'] as const;

/** The flags that say where things are and how a batch was asked for, as words: a line that retries it needs them. */
export function listPlaces(flags: WorkflowFlags): string[] {
  const named = [...finding, ...asking].flatMap((name) => spell(flags, name));
  return flags.force ? [...named, '--force'] : named;
}

/** The same of an earlier batch, found by today's flags. */
export function movePlaces(earlier: readonly string[], flags: WorkflowFlags): string[] {
  const isFinding = (at: number) => finding.some((name) => earlier[at] === `--${name}`);
  const kept = earlier.filter((_, at) => !isFinding(at) && !isFinding(at - 1));
  return [...finding.flatMap((name) => spell(flags, name)), ...kept];
}

function spell(flags: WorkflowFlags, name: (typeof finding)[number] | (typeof asking)[number]): string[] {
  const value = flags[name];
  return value === undefined ? [] : [`--${name}`, value];
}
