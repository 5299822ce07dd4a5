import type { BatchRecord } from '../model/batch-record.ts';
import { collectFlags, onOffFlags } from './collect-flags.ts';
import type { PlaceFlags, WorkflowFlags } from './flags.ts';

const finding = ['repo', 'config'] as const;

/** Every flag that says where things are and how a batch was asked for, as words: a line that retries it needs them. */
export function listPlaces(flags: WorkflowFlags): string[] {
  const asked = [...collectFlags(flags)].flatMap(([name, value]) => spell(name, value));
  return [...listFinding(flags), ...asked, ...(flags.force ? ['--force'] : [])];
}

/** A no to what a config may say yes to is one word; a line of a command may be empty. */
function spell(name: string, value: string): string[] {
  if (value === '' && name !== 'test-command') return [`--${name}`];
  return onOffFlags.has(name) ? [`--${name}=${value}`] : [`--${name}`, value];
}

/** The same of an earlier batch, found by today's flags. */
export function movePlaces(earlier: readonly string[], flags: PlaceFlags): string[] {
  const isFinding = (at: number) => finding.some((name) => earlier[at] === `--${name}`);
  return [...listFinding(flags), ...earlier.filter((_, at) => !isFinding(at) && !isFinding(at - 1))];
}

/** A batch whose hints can be pasted where we are now. */
export function placeRecord(record: BatchRecord, flags: PlaceFlags): BatchRecord {
  const { started } = record;
  return started === null ? record : { ...record, started: { ...started, places: movePlaces(started.places, flags) } };
}

function listFinding(flags: PlaceFlags): string[] {
  return finding.flatMap((name) => (flags[name] === undefined ? [] : [`--${name}`, flags[name]]));
}
