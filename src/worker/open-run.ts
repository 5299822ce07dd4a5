import type { Durable } from '../engines/durable.ts';
import { makeLocalDurable } from '../engines/local/local-durable.ts';
import { Redaction } from '../redaction/redaction.ts';
import { loadAnswer } from '../store/answers.ts';
import { type Checkpoint, openCheckpoint } from '../store/checkpoint.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { RunPlace } from './task-order.ts';

export interface OpenRun {
  readonly checkpoint: Checkpoint;
  readonly durable: Durable;
  /** Knows how secrets look, and none of them. */
  readonly redaction: Redaction;
}

/** Opens what earlier attempts have finished; throws AgentOsError if it cannot be trusted. */
export function openRun(place: RunPlace, port: CoordinatorPort): OpenRun {
  const redaction = new Redaction(place.sketch);
  const redact = <T>(data: T) => redaction.data(data);
  const checkpoint = openCheckpoint({ ...place.checkpoint, baseDir: place.baseDir, now: Date.now, redact });
  if (checkpoint.resetReason !== null) port.tell({ kind: 'checkpoint-reset', reason: checkpoint.resetReason });
  tellUnheard(place, checkpoint, port);
  const durable = makeLocalDurable({
    runId: place.runId,
    checkpoint,
    now: Date.now,
    isDraining: () => port.isDraining,
    signal: port.signal,
    redact,
    onSaved({ step, sequence, ms, usd, refusal }) {
      const saved = { step, checkpoint: { id: checkpoint.id, sequence }, usd };
      if (refusal === null) port.tell({ kind: 'step-done', ...saved, ms });
      else port.tell({ kind: 'call-failed', ...saved, failure: refusal });
    },
    loadAnswer: (gate) => loadAnswer(place.baseDir, place.taskId, gate),
  });
  return { checkpoint, durable, redaction };
}

/** What a coordinator that was killed did not write down: it was paid for. */
function tellUnheard({ checkpoint: { expected } }: RunPlace, checkpoint: Checkpoint, port: CoordinatorPort): void {
  const heard = expected?.id === checkpoint.id ? expected.sequence : 0;
  for (const { key, sequence, usd } of checkpoint.savedAfter(heard)) {
    port.tell({ kind: 'step-found', step: key, checkpoint: { id: checkpoint.id, sequence }, usd });
  }
}
