import { schemeOf } from '../model/spec.ts';
import { quoteSafely } from '../model/text.ts';
import { findProgram } from '../programs/find-program.ts';
import { describeMissing } from './agent-cli/agent-provider.ts';
import { claudeCli } from './claude-cli/claude-cli.ts';
import { codexCli } from './codex-cli/codex-cli.ts';
import { parseCommand } from './command/split-command.ts';

/**
 * Which program a spec would need and does not find, in words; null if it needs none, or it is there. Throws
 * SPEC_INVALID for a command that is none.
 */
export function describeMissingProgram(spec: string, pathVariable: string, repoDir: string): string | null {
  const scheme = schemeOf(spec);
  const cli = [claudeCli, codexCli].find((known) => known.scheme === scheme);
  if (cli !== undefined) {
    return findProgram(cli.program, pathVariable, repoDir) === null ? describeMissing(cli) : null;
  }
  if (scheme !== 'command') return null;
  const { name } = parseCommand(spec);
  return findProgram(name, pathVariable, repoDir) === null ? `there is no program ${quoteSafely(name)}` : null;
}
