import {
  type AppliedEdit,
  applyEdits,
  dropRepeats,
  type Edit,
  type FailedEdit,
  readEdits,
} from '../../governance/lld/edits.ts';
import { showSafely } from '../../model/text.ts';
import { listAnswered, listDecisions } from './demands.ts';
import type { Desk } from './desk.ts';
import { readWholeDesign } from './draft-reply.ts';
import { readDesign } from './frame.ts';
import { type Draft, listGateNotes, type Revision, type Rounds } from './round.ts';
import { objectTo, Patience, unreadableReply } from './unreadable.ts';

/** What a reply did to the text, and what it could not do. */
interface Edited {
  readonly text: string;
  readonly revision: Revision | null;
  readonly made: readonly Edit[];
  readonly failed: readonly FailedEdit[];
}

/** How often edits are asked for that could not be made, all in all. */
const mostAsks = 2;

/**
 * Asks for edits of the document of the round at `start` that answer its demands, and makes them. Edits that do not apply
 * are asked for once more, on top of those that did; what then still does not apply is left out, and the next review will
 * say so.
 */
export async function reviseDraft(desk: Desk, rounds: Rounds, start: number): Promise<Draft> {
  const { lineage, context } = desk;
  const answered = rounds[start] ?? rounds[0];
  const shown = rounds.slice(0, start).map(({ checked }) => checked.text);
  const patience = new Patience();
  let edited: Edited = { text: answered.checked.text, revision: { applied: [], declined: [] }, made: [], failed: [] };
  for (let [remark, asks]: [string | null, number] = [null, 0]; asks < mostAsks; ) {
    const reply = await desk.ask({
      kind: 'revise',
      brief: desk.brief,
      document: { text: edited.text, earlier: [...shown] },
      findings: answered.demands.map(({ text }) => text),
      decisions: [...listDecisions(rounds), ...listGateNotes(rounds)],
      asked: listAnswered(rounds),
      remark,
    });
    shown.push(edited.text);
    const reading = edit(edited, reply.text);
    if ('reason' in reading) {
      await lineage.keep('draft', reply.text);
      if (patience.isOver(reply)) throw unreadableReply('the revised draft', reading.reason, reply.text);
      remark = objectTo(reading.reason);
      continue;
    }
    edited = reading;
    context.log(describe(edited));
    asks = edited.failed.length === 0 ? mostAsks : asks + 1;
    remark = `All edits were made but these. Give only these again, mended: ${edited.failed.map(describeFailed).join(' ')}`;
  }
  return { design: readDesign(edited.text), revision: edited.revision };
}

/** Makes the edits of a reply; a whole document takes the place of the old one, for whoever cannot write edits. */
function edit({ text, revision, made }: Edited, reply: string): Edited | { readonly reason: string } {
  const whole = readWholeDesign(reply);
  if ('design' in whole) return { text: whole.design, revision: null, made: [], failed: [] };
  const reading = readEdits(reply);
  if ('reason' in reading) return reading;
  const { edits, declined } = reading.revision;
  const fresh = dropRepeats(edits, made);
  const result = applyEdits(text, fresh);
  const failed = new Set(result.failed.map((one) => one.edit));
  return {
    text: result.text,
    revision: {
      applied: [...(revision?.applied ?? []), ...result.applied],
      declined: [...(revision?.declined ?? []), ...declined],
    },
    made: [...made, ...fresh.filter((one) => !failed.has(one))],
    failed: result.failed,
  };
}

function describe({ revision, failed }: Edited): string {
  if (revision === null) return 'revised: the whole document came again';
  const { applied, declined } = revision;
  const sections = [...new Set(applied.map(({ section }) => section))].join(', ');
  const made = applied.length === 0 ? 'no edit' : `${countEdits(applied)} in ${sections}`;
  return [
    `revised: ${made}`,
    ...(declined.length === 0 ? [] : [`${declined.length} declined`]),
    ...(failed.length === 0 ? [] : [`${failed.length} could not be made`]),
  ].join(', ');
}

function countEdits({ length }: readonly AppliedEdit[]): string {
  return length === 1 ? '1 edit' : `${length} edits`;
}

const longestQuote = 200;

function describeFailed({ edit: { section, find }, reason }: FailedEdit): string {
  const text = find === null ? 'the whole body' : JSON.stringify(find.slice(0, longestQuote));
  return showSafely(`[section ${section}, ${text}: ${reason}]`);
}
