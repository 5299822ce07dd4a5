import type { AnsweredCall } from '../workflow.ts';
import type { Desk } from './desk.ts';
import { readDraftReply } from './draft-reply.ts';
import type { Round } from './round.ts';
import { Patience, unreadableReply } from './unreadable.ts';

/** Asks for a first draft; gives the design in it. */
export async function writeDraft(desk: Desk): Promise<string> {
  return await askForDesign(desk, 'the draft', async () => await desk.ask({ kind: 'draft', brief: desk.brief }));
}

/** Asks for the document of a round again, with everything answered that was found in it. */
export async function reviseDraft(desk: Desk, { checked, demands }: Round): Promise<string> {
  return await askForDesign(desk, 'the revised draft', async (objection) => {
    const findings = objection === null ? demands : [...demands, `The last reply was no design: ${objection}`];
    return await desk.ask({ kind: 'revise', brief: desk.brief, document: checked.text, findings });
  });
}

/** Every reply goes into the lineage as it came; one that is no design is asked for once more. */
async function askForDesign(
  { lineage }: Desk,
  what: string,
  ask: (objection: string | null) => Promise<AnsweredCall>,
): Promise<string> {
  const patience = new Patience();
  for (let objection: string | null = null; ; ) {
    const reply = await ask(objection);
    await lineage.keep('draft', reply.text);
    const reading = readDraftReply(reply.text);
    if ('design' in reading) return reading.design;
    if (patience.isOver(reply)) throw unreadableReply(what, reading.reason, reply.text);
    objection = reading.reason;
  }
}
