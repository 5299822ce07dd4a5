import type { Desk } from './desk.ts';
import { readDraftReply } from './draft-reply.ts';
import type { Draft } from './round.ts';
import { objectTo, Patience, unreadableReply } from './unreadable.ts';

/** Asks for a first draft; a reply that is no design is kept as it came, and asked for once more. */
export async function writeDraft(desk: Desk): Promise<Draft> {
  const { brief, lineage } = desk;
  const patience = new Patience();
  for (let remark: string | null = null; ; ) {
    const reply = await desk.ask({ kind: 'draft', brief, remark });
    const reading = readDraftReply(reply.text, { issue: brief.id, title: brief.title });
    if ('design' in reading) return { design: reading.design, revision: null };
    await lineage.keep('draft', reply.text);
    if (patience.isOver(reply)) throw unreadableReply('the draft', reading.reason, reply.text);
    remark = objectTo(reading.reason);
  }
}
