import { issueCheckSchema } from '../../../governance/issue-check/issue-check.ts';
import { toJsonSchema } from '../../../governance/reply-format.ts';
import type { Prompt } from '../../../providers/prompt.ts';
import type { Ask } from '../../../providers/provider.ts';
import { dataRule } from './data-block.ts';
import { describeIssue } from './issue-part.ts';
import { tellRemark } from './remark-part.ts';
import { promptVersions } from './versions.ts';

const rules = `You read an issue before anybody designs what it asks for. You say whether it can be designed at all.

${dataRule}

- A contradiction is two statements of the issue that cannot both be fulfilled, whatever is built. Statements that are
  merely vague, incomplete or hard are none. An issue rarely has one: look for it, and do not invent it.
- A criterion is untestable if no test and no measurement could ever show that it is met or not met.

Reply with one JSON object and nothing else, with these keys:
- contradictions: a list of { first: one statement, word for word as it stands in the issue, second: the other one, word for
  word, question: what a person has to decide, in one sentence }; empty if there is none
- untestable: a list of { criterion: the words of the issue, why: in one sentence }; empty if there is none`;

export function makeCheckIssuePrompt({ brief, remark }: Extract<Ask, { kind: 'check-issue' }>): Prompt {
  return {
    version: promptVersions.checkIssue,
    system: rules,
    context: [],
    question: [`Check issue ${brief.id}.`, describeIssue(brief), ...tellRemark(remark)].join('\n\n'),
    format: { name: 'issue-check', schema: toJsonSchema(issueCheckSchema) },
    isRepeated: false,
  };
}
