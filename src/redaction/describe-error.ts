const mostErrors = 20;

/**
 * An error as text, with everything that it carries: its stack, its causes, and the errors that it stands for. Such
 * text goes through the redactor like any other; the objects themselves would be printed by others, with all they hold.
 */
export function describeError(error: unknown): string {
  const known = new Set<unknown>();
  const lines: string[] = [];
  const add = (label: string, thing: unknown): void => {
    if (known.has(thing) || known.size >= mostErrors) return;
    known.add(thing);
    lines.push(label + describeAlone(thing));
    for (const [inner, carried] of listCarried(thing)) add(`[${inner}] `, carried);
  };
  add('', error);
  return lines.join('\n');
}

function describeAlone(thing: unknown): string {
  try {
    if (thing instanceof Error) return thing.stack ?? `${thing.name}: ${thing.message}`;
    return typeof thing === 'object' && thing !== null ? (JSON.stringify(thing) ?? 'an object') : String(thing);
  } catch {
    return 'an error that cannot be described';
  }
}

/** By convention: `cause`, the `errors` of an AggregateError or of retries, and the last of them. */
function listCarried(thing: unknown): [string, unknown][] {
  if (!(thing instanceof Error)) return [];
  const causes: [string, unknown][] = thing.cause === undefined ? [] : [['cause', thing.cause]];
  const errors = 'errors' in thing && Array.isArray(thing.errors) ? thing.errors : [];
  const last = 'lastError' in thing ? [thing.lastError] : [];
  return [...causes, ...[...errors, ...last].map((inner): [string, unknown] => ['error', inner])];
}
