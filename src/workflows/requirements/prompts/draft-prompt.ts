import { joinTitle } from '../../governance/lld/issue-id.ts';
import type { Ask, Brief } from '../provider.ts';
import { asData, dataRule } from './data-block.ts';
import { describeIssue } from './issue-part.ts';
import { renderLldForm } from './lld-form.ts';
import type { Prompt } from './prompt.ts';
import { promptVersions } from './versions.ts';

/** What whoever writes a design has to know, for a first draft and for a revision alike. */
export const drafterRules = `You write low-level designs for software. A design is good if two engineers who never meet would build the same
thing from it, and if each of its requirements is proved by a test.

- Design what the issue asks for, and no more. Every acceptance criterion of the issue becomes a requirement.
- Where the issue leaves something open, ask the question in section 1, and answer it yourself with the most careful
  assumption. Leave no question open.
- Speak only of files that the issue names, that are listed as existing, or that you list as added.
- Do not write the header, the review log or a copy of the issue: the tool adds them.

${dataRule}`;

export function makeDraftPrompt({ brief }: Extract<Ask, { kind: 'draft' }>): Prompt {
  return {
    version: promptVersions.draft,
    system: [drafterRules, renderLldForm(), replyRule].join('\n\n'),
    user: [`Write the design for issue ${brief.id}.`, describeIssue(brief), namesOf(brief)].join('\n\n'),
  };
}

/** How the reply has to be. */
export const replyRule =
  'Reply with the whole document and nothing else: no word before its title, none after its last section, no code fence around it.';

function namesOf({ id, title }: Brief): string {
  return `The first heading of the document is \`# \` and this line:\n${asData('title', joinTitle(id, title))}`;
}
