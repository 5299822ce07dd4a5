import { renderLld } from '../../governance/lld/render-lld.ts';
import type { Ask, Provider } from '../provider.ts';
import { draftOffline } from './draft-lld.ts';
import { reviewOffline } from './review-lld.ts';
import { reviseOffline } from './revise-lld.ts';

/** Answers from the texts alone: no model takes part, nothing is paid, and the same question has the same answer. */
export const offlineProvider: Provider = {
  async ask(ask, { signal }) {
    signal.throwIfAborted();
    return { kind: 'answer', text: answerOffline(ask), model: 'offline', usd: 0 };
  },
};

export function answerOffline(ask: Ask): string {
  switch (ask.kind) {
    case 'draft':
      return renderLld(draftOffline(ask.brief));
    case 'revise':
      return reviseOffline(ask.document, ask.brief);
    case 'review':
      return JSON.stringify(reviewOffline(ask.document, ask.brief));
  }
}
