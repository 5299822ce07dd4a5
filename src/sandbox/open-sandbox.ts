import { AgentOsError } from '../model/errors.ts';
import { runProgram } from '../programs/subprocess.ts';
import { type Probed, type ProbeSettings, probeSandbox } from './probe.ts';
import { type Confiner, runConfined } from './run-confined.ts';
import { runCounted } from './run-counted.ts';
import type { Sandbox } from './sandbox.ts';

/** `auto`: without one where it does not work; whoever opens it says so, loudly. */
type SandboxMode = 'required' | 'auto' | 'off';

export interface SandboxSettings extends ProbeSettings {
  readonly mode: SandboxMode;
  /** Who finds out whether it works. */
  readonly probe?: (settings: ProbeSettings) => Promise<Probed>;
}

/** A sandbox as data, for workers: what was found out once holds for all of them. */
export type SandboxDescription =
  | { readonly level: 'bwrap'; readonly confiner: Confiner }
  | { readonly level: 'none'; readonly reason: string };

export interface OpenedSandbox extends Sandbox {
  readonly description: SandboxDescription;
}

/** Throws SANDBOX_MISSING where it is required and does not work. */
export async function openSandbox({
  mode,
  probe = probeSandbox,
  ...settings
}: SandboxSettings): Promise<OpenedSandbox> {
  if (mode === 'off') return restoreSandbox({ level: 'none', reason: 'switched off' });
  const probed = await probe(settings);
  if (!('reason' in probed)) return restoreSandbox({ level: 'bwrap', confiner: probed });
  if (mode === 'auto') return restoreSandbox({ level: 'none', reason: probed.reason });
  throw new AgentOsError(
    'SANDBOX_MISSING',
    `A sandbox is required, and ${probed.reason}. Mend that, or set sandbox to auto (--sandbox auto) to run programs unconfined`,
  );
}

export function restoreSandbox(description: SandboxDescription): OpenedSandbox {
  if (description.level === 'none')
    return { level: 'none', reason: description.reason, description, run: (order) => runCounted(order, runProgram) };
  const { confiner } = description;
  return { level: 'bwrap', reason: null, description, run: (order) => runConfined(order, confiner) };
}
