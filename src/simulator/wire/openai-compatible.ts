import { openaiChat } from './openai-chat.ts';
import type { Page, Personality, Refused } from './personality.ts';

/** Chat Completions as others speak it: the same answers, other words for money, and sometimes no headers at all. */
export const openaiCompatible: Personality = { ...openaiChat, renderRefusal };

function renderRefusal(refused: Refused): Page {
  const page = refused.refusal.kind === 'quota' ? renderBalance(refused) : openaiChat.renderRefusal(bluntly(refused));
  return refused.hidesLimits ? { ...page, headers: {} } : page;
}

/** Where limits are hidden, no word may give them away either. */
function bluntly(refused: Refused): Refused {
  const { refusal, hidesLimits } = refused;
  const isRate = refusal.kind === 'rate' || refusal.kind === 'quota-day' || refusal.kind === 'accel';
  return hidesLimits && isRate ? { ...refused, message: 'Rate limit reached' } : refused;
}

function renderBalance({ message }: Refused): Page {
  const error = {
    message: message ?? 'Insufficient Balance',
    type: 'unknown_error',
    param: null,
    code: 'invalid_request_error',
  };
  return { status: 402, headers: {}, body: { error } };
}
