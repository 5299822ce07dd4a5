import { relative, sep } from 'node:path';
import { resolveOptions } from '../../config/options.ts';
import type { Origin } from '../../config/resolver.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import { renderJson, showSafely } from '../../model/text.ts';
import { collectFlags } from '../collect-flags.ts';
import { announce, type Door, print } from '../door.ts';
import type { ConfigFlags } from '../flags.ts';
import { evaluateModule } from '../workers.ts';
import { makeShownConfig, renderShownConfig } from './shown-credentials.ts';

/** Prints each setting and where it came from, and what the config says of credentials: never a key. */
export async function printConfig(door: Door, flags: ConfigFlags): Promise<ExitCode> {
  const { repo, config } = flags;
  const options = await resolveOptions({
    cwd: door.cwd,
    repo,
    config,
    flags: collectFlags(flags),
    evaluate: evaluateModule,
  });
  for (const warning of options.warnings) announce(door, warning);
  const origins = options.origins.map((origin) => ({ ...origin, from: shorten(origin.from, options.repoDir) }));
  const { repoDir, configPath } = options;
  print(
    door,
    flags.json
      ? renderJson({
          schemaVersion: 1,
          repository: repoDir,
          configPath,
          settings: origins,
          ...makeShownConfig(options),
        })
      : `${renderOrigins(repoDir, origins)}${renderShownConfig(options).join('\n')}\n`,
  );
  return exitCodes.done;
}

function renderOrigins(repoDir: string, origins: readonly Origin[]): string {
  const width = Math.max(...origins.map(({ key }) => key.length));
  const valueWidth = Math.max(...origins.map(({ value }) => showValue(value, repoDir).length));
  const rows = origins.map(
    ({ key, value, from }) =>
      `${key.padEnd(width)}  ${showValue(value, repoDir).padEnd(valueWidth)}  ${showSafely(from)}`,
  );
  return `repository ${showSafely(repoDir)}\n${rows.join('\n')}\n`;
}

function showValue(value: Origin['value'], repoDir: string): string {
  return value === null ? 'unset' : showSafely(shorten(String(value), repoDir));
}

function shorten(text: string, repoDir: string): string {
  return text.startsWith(repoDir + sep) ? relative(repoDir, text) : text;
}
