import type { SettingValues } from '../../config/settings.ts';
import type { GatewayAccess } from '../../model/gateway-access.ts';
import type { RedactionSketch } from '../../redaction/sketch.ts';
import type { KnownByWorkflow } from './earlier-batches.ts';
import type { Workshop } from './prepare-workshop.ts';

/** What the orders of a batch's tasks are made from. */
export interface OrderSetup {
  readonly batch: string;
  readonly repoDir: string;
  readonly roots: readonly string[];
  readonly settings: SettingValues;
  readonly known: KnownByWorkflow;
  /** Finished steps of earlier batches are thrown away. */
  readonly isFresh: boolean;
  /** How secrets look that must not be written. */
  readonly sketch: RedactionSketch | null;
  /** For this attempt; null if no model is asked. */
  readonly gateway: GatewayAccess | null;
  /** Tasks whose inputs may differ from what was planned. */
  readonly mayDiffer: ReadonlySet<string>;
  /** Null if this batch implements nothing. */
  readonly workshop: Workshop | null;
}
