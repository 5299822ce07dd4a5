import { findProgram } from '../programs/find-program.ts';
import { type ProgramEnd, runProgram } from '../programs/subprocess.ts';
import { explainRefusal } from './explain-refusal.ts';
import { makeLimiters } from './process-limits.ts';
import { type Confiner, makeConfinedOrder } from './run-confined.ts';
import type { SandboxNetwork } from './sandbox.ts';

export interface ProbeSettings {
  /** How programs will reach others. */
  readonly network: SandboxNetwork;
  /** The user's, absolute. */
  readonly home: string;
  /** In which bwrap is looked for. */
  readonly path: string;
}

export type Probed = Confiner | { readonly reason: string };

/** Really starts a program with the profile that will be used: versions and settings of the system tell little. */
export async function probeSandbox({ network, home, path }: ProbeSettings): Promise<Probed> {
  if (process.platform !== 'linux') return { reason: 'bwrap works on Linux only' };
  const bwrap = findProgram('bwrap', path, '/');
  if (bwrap === null) return { reason: 'bwrap is missing: install bubblewrap' };
  const limited: Confiner = { bwrap, limiters: makeLimiters(path), home, path };
  const end = await tryOut(limited, network);
  if (isWell(end)) return limited;
  const plain: Confiner = { ...limited, limiters: [] };
  if (isWell(await tryOut(plain, network))) return plain;
  const reason = explainRefusal('stderr' in end ? end.stderr : '');
  const isNetwork = network !== 'host' && isWell(await tryOut(plain, 'host'));
  return { reason: isNetwork ? `${reason}; it works with sandboxNetwork: host` : reason };
}

const tryMs = 10_000;

async function tryOut(confiner: Confiner, network: SandboxNetwork): Promise<ProgramEnd> {
  const order = makeConfinedOrder(
    {
      program: confiner.bwrap,
      args: ['--version'],
      folder: '/',
      environment: { PATH: confiner.path },
      input: '',
      limits: { idleMs: tryMs, wallMs: tryMs, maxOutputBytes: 4096 },
      isWaiting: () => false,
      signal: new AbortController().signal,
      ...{ writable: [], protected: [], hidden: [], network, relaySocket: null, relayPort: null },
    },
    confiner,
  );
  return 'errno' in order ? { kind: 'unstartable', errno: order.errno } : await runProgram(order);
}

function isWell(end: ProgramEnd): boolean {
  return end.kind === 'exited' && end.code === 0;
}
