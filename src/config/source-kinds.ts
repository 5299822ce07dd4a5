import { beginsLikeKey } from './credential-likeness.ts';
import type { Kind } from './kinds.ts';

/** Where issues come from. */
export type IssueSource =
  | { readonly kind: 'folder' }
  | { readonly kind: 'github'; readonly owner: string; readonly name: string };

const owner = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const repository = /^(?!\.{1,2}$)(?!.*\.git$)[A-Za-z0-9._-]{1,100}$/i;

/** Null for what is neither `folder` nor `github:owner/repo`. */
export function parseSource(text: string): IssueSource | null {
  if (text === 'folder') return { kind: 'folder' };
  if (!text.startsWith('github:') || beginsLikeKey(text)) return null;
  const [whose = '', name = '', ...more] = text.slice('github:'.length).split('/');
  return more.length === 0 && owner.test(whose) && repository.test(name)
    ? { kind: 'github', owner: whose, name }
    : null;
}

export const sourceName: Kind<string> = {
  expects: 'folder or github:OWNER/REPOSITORY, such as github:octocat/hello-world',
  fromText: (text) => (parseSource(text) === null ? undefined : text),
  fromData: (data) => (typeof data === 'string' ? sourceName.fromText(data) : undefined),
};

/** One line of text with commas between names, as GitHub takes them: a name with a comma cannot be asked for. */
export const labelNames: Kind<string> = {
  expects: 'names of labels, such as bug or bug,cli',
  fromText: (text) => joinNames(text.split(',')),
  fromData(data) {
    if (typeof data === 'string') return joinNames(data.split(','));
    return Array.isArray(data) && data.every(isOneName) ? joinNames(data) : undefined;
  },
};

function isOneName(data: unknown): data is string {
  return typeof data === 'string' && !data.includes(',');
}

function joinNames(names: readonly string[]): string | undefined {
  const trimmed = names.map((name) => name.trim());
  return trimmed.length > 0 && trimmed.every(isLine) ? [...new Set(trimmed)].join(',') : undefined;
}

export const milestoneName: Kind<string> = {
  expects: 'the title or number of a milestone, * (any) or none',
  fromText: (text) => (isLine(text.trim()) ? text.trim() : undefined),
  fromData: (data) =>
    typeof data === 'string' || typeof data === 'number' ? milestoneName.fromText(String(data)) : undefined,
};

/** What could be sent as one line, and is worth it. */
function isLine(text: string): boolean {
  return text !== '' && text.length <= 256 && !/[\0-\x1f\x7f]/.test(text);
}

/** A flag without a value means yes. */
export const yesOrNo: Kind<'yes' | 'no'> = {
  expects: 'yes or no',
  fromText: (text) => (text === '' || text === 'yes' ? 'yes' : text === 'no' ? 'no' : undefined),
  fromData(data) {
    if (typeof data === 'boolean') return data ? 'yes' : 'no';
    return data === 'yes' || data === 'no' ? data : undefined;
  },
};
