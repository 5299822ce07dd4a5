import type { Desk } from './desk.ts';
import { readDraftReply } from './draft-reply.ts';
import type { Round } from './round.ts';
import { unreadableReply } from './unreadable.ts';

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
  ask: (objection: string | null) => Promise<{ readonly text: string }>,
): Promise<string> {
  const first = await ask(null);
  await lineage.keep('draft', first.text);
  const reading = readDraftReply(first.text);
  if ('design' in reading) return reading.design;
  const second = await ask(reading.reason);
  await lineage.keep('draft', second.text);
  const again = readDraftReply(second.text);
  if ('design' in again) return again.design;
  throw unreadableReply(what, again.reason, second.text);
}
