import { randomUUID } from 'node:crypto';
import type { AnswerRequest } from '../../src/simulator/setup.ts';
import { openSimulator } from '../../src/simulator/simulator.ts';
import type { RequirementsOrder } from '../../src/workflows/requirements/order.ts';
import type { MemoryOptions } from '../workflows/memory-context.ts';
import { Bench, type Ran } from '../workflows/requirements/bench.ts';
import { dryRunIssue } from './content.ts';
import { checksIssue, drafts, type Replies, revises, type Said } from './plays.ts';

/** What was said to a model, in full. */
export interface Heard {
  readonly kind: keyof Replies;
  readonly system: string;
  readonly prompt: string;
}

/** A key of the form that each kind of reply has: whatever an issue says, it cannot change what is asked for. */
const keysOfKind: readonly (readonly [string, keyof Replies])[] = [
  ['contradictions', 'check-issue'],
  ['objective', 'draft'],
  ['edits', 'revise'],
  ['verdict', 'review'],
];

/** A conversation with models that speak over HTTP, so that their prompts can be read: replies are played in order. */
export class HeardTalk extends Bench {
  readonly heard: Heard[] = [];
  readonly #replies: Replies;

  constructor(replies: Replies, issueText = dryRunIssue) {
    super(null, issueText);
    this.#replies = { 'check-issue': [checksIssue()], draft: [drafts()], revise: [revises([])], ...replies };
  }

  /** The prompts of a kind, in their order. */
  promptsOf(kind: keyof Replies): string[] {
    return this.heard.filter((one) => one.kind === kind).map(({ prompt }) => prompt);
  }

  override async run(options: MemoryOptions = {}, changes: Partial<RequirementsOrder> = {}): Promise<Ran> {
    const tokens = { drafter: randomUUID(), reviewer: randomUUID(), agent: randomUUID() };
    await using simulator = await openSimulator({
      scopes: [
        { id: 'drafter', provider: 'anthropic', keys: [tokens.drafter] },
        { id: 'reviewer', provider: 'openai', keys: [tokens.reviewer] },
      ],
      answer: (request) => this.#answer(request).text,
    });
    const models = { drafter: 'anthropic:drafting-1', reviewer: 'openai:reviewing-1' };
    return await super.run(options, { ...models, gateway: { origin: simulator.origin, tokens }, ...changes });
  }

  #answer({ system, prompt, schema }: AnswerRequest): Said {
    const form = JSON.stringify(schema);
    const kind = keysOfKind.find(([key]) => form.includes(`"${key}":`))?.[1];
    if (kind === undefined) throw new Error(`nobody knows this prompt: ${prompt.slice(0, 200)}`);
    this.heard.push({ kind, system, prompt });
    const said = this.#replies[kind] ?? [];
    const reply = said[Math.min(this.promptsOf(kind).length, said.length) - 1];
    if (reply === undefined) throw new Error(`nothing to say about ${kind}`);
    return reply;
  }
}

/** What of a prompt is not between marks: our own words, if nobody could break out. */
export function outsideData(prompt: string): string {
  return prompt.replace(/<([a-z]+-[0-9a-f]{16})>\n[\s\S]*?\n<\/\1>/g, '<$1/>');
}

/** What stands between the marks of that name; empty if there are none. */
export function blockOf(prompt: string | undefined, name: string): string {
  return new RegExp(`<(${name}-[0-9a-f]{16})>\\n([\\s\\S]*?)\\n</\\1>`).exec(prompt ?? '')?.[2] ?? '';
}
