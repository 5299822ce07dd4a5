/** What can stand before the colon of a spec such as `anthropic:MODEL`, what it can do, and whether it costs a key. */
export const schemes = {
  anthropic: { canDraft: true, canCode: false, needsCredential: true },
  openai: { canDraft: true, canCode: false, needsCredential: true },
  google: { canDraft: true, canCode: false, needsCredential: true },
  'openai-compatible': { canDraft: true, canCode: false, needsCredential: true },
  'claude-cli': { canDraft: true, canCode: true, needsCredential: true },
  'codex-cli': { canDraft: true, canCode: true, needsCredential: true },
  acp: { canDraft: false, canCode: true, needsCredential: true },
  model: { canDraft: false, canCode: true, needsCredential: true },
  command: { canDraft: true, canCode: true, needsCredential: false },
  offline: { canDraft: true, canCode: false, needsCredential: false },
  scripted: { canDraft: true, canCode: true, needsCredential: false },
} as const;

export type Scheme = keyof typeof schemes;

/** The scheme of a spec; null for one that nobody knows. */
export function schemeOf(spec: string): Scheme | null {
  const name = spec.slice(0, Math.max(0, spec.indexOf(':')));
  return isScheme(name) ? name : null;
}

export function listSchemes(can: 'canDraft' | 'canCode'): Scheme[] {
  return Object.keys(schemes)
    .filter(isScheme)
    .filter((name) => schemes[name][can]);
}

function isScheme(name: string): name is Scheme {
  return Object.hasOwn(schemes, name);
}
