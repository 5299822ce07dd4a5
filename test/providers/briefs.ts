import { makeDraft } from '../../src/governance/lld/draft-form.ts';
import { renderLld } from '../../src/governance/lld/render-lld.ts';
import { draftOffline } from '../../src/providers/offline/draft-lld.ts';
import type { DesignAsk as Ask, AskOptions, Brief } from '../../src/providers/provider.ts';
import { makePrompt } from '../../src/workflows/requirements/prompts/make-prompt.ts';

export function makeBrief(changes: Partial<Brief> = {}): Brief {
  return {
    id: '137',
    title: 'Add a dry run',
    issueText: '# T\n\n## Acceptance Criteria\n\n- [ ] It lists\n- [ ] It writes nothing\n',
    hidden: [],
    notes: [],
    decisions: [],
    survey: '',
    outputPath: 'docs/lld/active/LLD-137.md',
    base: null,
    hasPath: () => false,
    ...changes,
  };
}

export const draftAsk: Ask = { kind: 'draft', brief: makeBrief(), remark: null };

/** A document that its reader sees for the first time. */
function shown(text: string) {
  return { text, earlier: [] };
}

export function reviewAsk(document: string, brief: Brief = makeBrief()): Ask {
  return {
    kind: 'review',
    brief,
    document: shown(document),
    findings: [],
    raised: [],
    decisions: [],
    asked: [],
    remark: null,
  };
}

export function reviseAsk(document: string, brief: Brief, findings: readonly string[]): Ask {
  return { kind: 'revise', brief, document: shown(document), findings, decisions: [], asked: [], remark: null };
}

export function askOptions(changes: Partial<AskOptions> = {}): AskOptions {
  return {
    prompt: makePrompt(draftAsk),
    triesEnded: 0,
    repeatsUsed: 0,
    occurrence: 1,
    noteTry: () => {},
    signal: new AbortController().signal,
    ...changes,
  };
}

/** The design that `offline:` drafts, as a document. */
export function renderOfflineDraft(brief: Brief = makeBrief()): string {
  return renderLld(makeDraft(draftOffline(brief), { issue: brief.id, title: brief.title }));
}
