import type * as z from 'zod/mini';
import { quoteSafely, showSafely } from './text.ts';

type Issue = z.core.$ZodIssue;

/** Of a file that its schema refuses, the first thing that is wrong; of several forms, the one that came furthest. */
export function describeSchemaIssue(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): string {
  const [issue] = issues;
  if (issue === undefined) return 'has another form';
  const path = [...prefix, ...issue.path];
  if (issue.code === 'invalid_union') {
    const [deepest] = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a));
    if (deepest !== undefined) return describeSchemaIssue(deepest, path);
  }
  return `${showSafely(showPlace(path))}: ${explain(issue)}`;
}

function depthOf(issues: readonly Issue[]): number {
  const [issue] = issues;
  if (issue === undefined) return 0;
  return issue.path.length + (issue.code === 'invalid_type' && issue.path.length === 0 ? 0 : 1);
}

function explain(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `unknown key ${issue.keys.map(quoteSafely).join(', ')}`;
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(quoteSafely).join(' or ')}`;
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  if (issue.code === 'too_small') return explainSmall(issue);
  return issue.code === 'too_big' ? `must be at most ${issue.maximum}` : showSafely(issue.message);
}

function explainSmall({ origin, inclusive, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'array') return 'must not be empty';
  if (origin === 'string' && minimum === 1) return 'must not be empty';
  const bound = `${inclusive ? 'at least' : 'more than'} ${minimum}`;
  return origin === 'string' ? `must have ${bound} characters` : `must be ${bound}`;
}

/** `scopes[0].limits.requests` */
function showPlace(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file';
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`))
    .join('');
}
