import type { Ask, AskOptions, Brief } from '../../src/providers/provider.ts';

export function makeBrief(changes: Partial<Brief> = {}): Brief {
  return {
    id: '137',
    title: 'Add a dry run',
    issueText: '# T\n\n## Acceptance Criteria\n\n- [ ] It lists\n- [ ] It writes nothing\n',
    outputPath: 'docs/lld/active/LLD-137.md',
    base: null,
    hasPath: () => false,
    ...changes,
  };
}

export const draftAsk: Ask = { kind: 'draft', brief: makeBrief() };

export function reviewAsk(document: string, brief: Brief = makeBrief()): Ask {
  return { kind: 'review', brief, document, findings: [], remark: null };
}

export function askOptions(changes: Partial<AskOptions> = {}): AskOptions {
  return {
    triesEnded: 0,
    repeatsUsed: 0,
    occurrence: 1,
    noteTry: () => {},
    signal: new AbortController().signal,
    ...changes,
  };
}
