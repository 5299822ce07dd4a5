import { watchNamedKeys } from '../../config/credential-watch.ts';
import { takeKeyVariables } from '../../config/environment.ts';
import { listSecrets } from '../../config/proxy-variables.ts';
import type { Redaction } from '../../redaction/redaction.ts';
import { wipeEnvironment } from '../../secrets/wipe-environment.ts';

/** Hides well-known keys now, and those that a config names as soon as one is read; for as long as the process lives. */
export function keepKeysHidden(redaction: Redaction): void {
  hideKeys(redaction);
  watchNamedKeys((named) => void hideKeys(redaction, named));
}

/**
 * Keys that lie in the environment: from now on no child gets them, no report shows them and nothing that is written or
 * printed holds them, whether this command needs them or not. Returns what was found.
 */
export function hideKeys(redaction: Redaction, named: readonly string[] = []): Readonly<Record<string, string>> {
  const taken = takeKeyVariables(named);
  wipeEnvironment(Object.keys(taken));
  for (const [name, value] of Object.entries(taken)) {
    for (const secret of listSecrets(name, value)) redaction.know(name, secret);
  }
  return taken;
}
