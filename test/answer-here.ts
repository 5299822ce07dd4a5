import { answer, type Door } from '../src/cli/door.ts';
import { runParsed } from '../src/cli/parsed.ts';
import { Redaction } from '../src/redaction/redaction.ts';
import { type Ended, projectDir } from './workspace.ts';

/**
 * `agentos` without a process of its own, for the many small cases of what it decides before it starts anything. One
 * after the other: the environment is that of this process meanwhile. Keys in it need a process, see `agentos`.
 */
export async function answerHere(
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Ended> {
  const said = { stdout: '', stderr: '' };
  const door: Door = {
    cwd: options.cwd ?? projectDir,
    stdout: { write: (text) => (said.stdout += text) },
    stderr: { write: (text) => (said.stderr += text) },
    redaction: new Redaction(),
  };
  const before = { ...process.env };
  Object.assign(process.env, options.env);
  try {
    const code = await answer(door, args.includes('--json'), () => runParsed('agentos', args, door));
    return { code, ...said };
  } finally {
    for (const name of Object.keys(options.env ?? {})) delete process.env[name];
    Object.assign(process.env, before);
  }
}
