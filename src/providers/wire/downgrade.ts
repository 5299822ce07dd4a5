/**
 * Whether the model that answered is the one that was asked for: perhaps under its dated name, with a prefix, or found
 * by an alias. A sibling, another version or another snapshot than the one that was pinned is not.
 */
export function isSameModel(asked: string, answered: string): boolean {
  const [want, got] = [parseModel(asked), parseModel(answered)];
  if (want.isAlias) return isFoundByAlias(want.stem, got);
  if (want.stem !== got.stem) return false;
  return want.snapshot === null || got.snapshot === null || want.snapshot === got.snapshot;
}

interface ModelName {
  /** Family, version and size: `claude-sonnet-4-5`. */
  readonly stem: string;
  /** A date or number of release: `20250929`. */
  readonly snapshot: string | null;
  /** It stands for whatever is the latest. */
  readonly isAlias: boolean;
}

/** Dates in all their forms, and the three or four digits of a release. */
const snapshots = /-((?:20\d{2}-?\d{2}-?\d{2})|(?:\d{2}-20\d{2})|(?:\d{2}-\d{2})|(?:\d{3,4}))$/;

/** What a route is chosen by, not a model. */
const routes = /:(?:free|nitro|floor|online)$/;

const stages = /^(?:preview|exp|experimental)$/;
const versionsAndStages = /^(?:\d+|preview|exp|experimental)$/;

function parseModel(name: string): ModelName {
  const plain = name.trim().toLowerCase().replace(routes, '').replace(/^.*\//, '').replace(/[.@_]/g, '-');
  const unaliased = plain.replace(/[-:]latest$/, '');
  const snapshot = snapshots.exec(unaliased)?.[1] ?? null;
  const stem = snapshot === null ? unaliased : unaliased.slice(0, -snapshot.length - 1);
  return { stem, snapshot: snapshot?.replaceAll('-', '') ?? null, isAlias: plain.endsWith('-latest') };
}

/**
 * `gemini-flash-latest` finds `gemini-2.5-flash-preview-09-2025`: a stage may be added, and a version where none was
 * named, but no other word.
 */
function isFoundByAlias(stem: string, got: ModelName): boolean {
  const missing = stem.split('-');
  const addable = missing.some((word) => /^\d/.test(word)) ? stages : versionsAndStages;
  const added = got.stem.split('-').filter((word) => {
    if (word !== missing[0]) return true;
    missing.shift();
    return false;
  });
  return missing.length === 0 && added.every((word) => addable.test(word));
}
