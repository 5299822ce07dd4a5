import type { Durable } from '../engines/durable.ts';
import { makeLocalDurable } from '../engines/local/local-durable.ts';
import { loadAnswer } from '../store/answers.ts';
import { type Checkpoint, openCheckpoint } from '../store/checkpoint.ts';
import type { CoordinatorPort } from './coordinator-port.ts';
import type { RunPlace } from './task-order.ts';

export interface OpenRun {
  readonly checkpoint: Checkpoint;
  readonly durable: Durable;
}

/** Opens what earlier attempts have finished; throws AgentOsError if it cannot be trusted. */
export function openRun(place: RunPlace, port: CoordinatorPort): OpenRun {
  const checkpoint = openCheckpoint({ ...place.checkpoint, baseDir: place.baseDir, now: Date.now });
  if (checkpoint.resetReason !== null) port.tell({ kind: 'checkpoint-reset', reason: checkpoint.resetReason });
  const durable = makeLocalDurable({
    runId: place.runId,
    checkpoint,
    now: Date.now,
    isDraining: () => port.isDraining,
    signal: port.signal,
    onSaved({ step, sequence, ms, usd, refusal }) {
      const saved = { step, checkpoint: { id: checkpoint.id, sequence }, usd };
      if (refusal === null) port.tell({ kind: 'step-done', ...saved, ms });
      else port.tell({ kind: 'call-failed', ...saved, failure: refusal });
    },
    loadAnswer: (gate) => loadAnswer(place.answersDir, place.taskId, gate),
  });
  return { checkpoint, durable };
}
