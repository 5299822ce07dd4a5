import { draftSchema } from '../../../governance/lld/draft-form.ts';
import { toJsonSchema } from '../../../governance/reply-format.ts';
import type { Prompt } from '../../../providers/prompt.ts';
import type { Ask } from '../../../providers/provider.ts';
import { renderDraftForm } from './draft-form.ts';
import { drafterRules } from './drafter-rules.ts';
import { describeWork } from './issue-part.ts';
import { tellRemark } from './remark-part.ts';
import { promptVersions } from './versions.ts';

export function makeDraftPrompt({ brief, remark }: Extract<Ask, { kind: 'draft' }>): Prompt {
  return {
    version: promptVersions.draft,
    system: [drafterRules, renderDraftForm()].join('\n\n'),
    context: [describeWork(brief)],
    question: [`Write the design for issue ${brief.id}.`, ...tellRemark(remark)].join('\n\n'),
    format: { name: 'design', schema: toJsonSchema(draftSchema) },
    isRepeated: false,
  };
}
