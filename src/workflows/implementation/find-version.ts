import { realpathSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { Argv, Framework } from '../../frameworks/framework.ts';
import { readSmallFile } from '../../worktrees/small-file.ts';
import { runCommand } from './run-command.ts';
import type { Workshop } from './workshop.ts';

const longestMs = 10_000;

/** The version of what runs the tests, for the evidence; null where nobody can tell. A package says it, else the program. */
export async function findVersion(
  workshop: Workshop,
  framework: Framework,
  root: string,
  signal: AbortSignal,
): Promise<string | null> {
  const { kind, folder } = framework;
  if (kind === 'vitest' || kind === 'jest') return readInstalled(root, folder, kind);
  const argv = askFor(framework);
  if (argv === null || isOurNode(workshop, framework, root, argv)) return argv && workshop.facts.tools.node;
  using home = workshop.programs.openHome();
  const { programFolders } = framework;
  const place = { root, folder, programFolders, home, environment: {}, network: 'none' as const };
  const { end, ran } = await runCommand(workshop, { argv, ...place, wallMs: longestMs, signal });
  signal.throwIfAborted();
  return end.kind === 'exited' && end.code === 0 ? readVersion(ran.output) : null;
}

function askFor({ kind, runner, suite }: Framework): Argv | null {
  switch (kind) {
    case 'node-test':
      return ['node', '--version'];
    case 'go':
      return ['go', 'version'];
    case 'cargo':
      return ['cargo', '--version'];
    case 'pytest': {
      const { argv } = runner ?? suite;
      const at = argv.findIndex((word) => /(^|\/)(pytest|py\.test)$/.test(word));
      return at === -1 ? null : [argv[0], ...argv.slice(1, at + 1), '--version'];
    }
    default:
      return null;
  }
}

function isOurNode(
  { facts, findProgram }: Workshop,
  { programFolders }: Framework,
  root: string,
  [name]: Argv,
): boolean {
  const found =
    name === 'node'
      ? findProgram(
          name,
          programFolders.map((each) => join(root, each)),
        )
      : null;
  return found !== null && realpathSync(found) === facts.nodePath;
}

/** From its own folder up to the top of the worktree, and no further. */
function readInstalled(root: string, folder: string, name: string): string | null {
  for (let place = normalize(folder === '' ? '.' : folder); ; place = dirname(place)) {
    const text = readSmallFile(join(root, place, 'node_modules', name, 'package.json'))?.toString('utf8');
    const version = text === undefined ? null : /"version"\s*:\s*"([^"]{1,100})"/.exec(text)?.[1];
    if (version) return readVersion(version);
    if (place === '.') return null;
  }
}

/** The first that looks like one: `pytest 7.2.1`, `go version go1.22.1 linux/amd64`. */
function readVersion(text: string): string | null {
  return text.match(/v?\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][\w.+-]{1,30})?/)?.[0] ?? null;
}
