import { accessSync, constants, statSync } from 'node:fs';
import { errnoOf } from '../model/errors.ts';
import { type ProgramEnd, type ProgramOrder, runProgram } from '../programs/subprocess.ts';
import { makeForwarding } from './forwarding.ts';
import { makeProfile } from './profile.ts';
import { runCounted } from './run-counted.ts';
import type { ConfinedOrder } from './sandbox.ts';

/** What was found out once: where the programs are that confine others. */
export interface Confiner {
  readonly bwrap: string;
  /** What is put before every program inside. */
  readonly limiters: readonly string[];
  /** The user's, which confined programs do not see. */
  readonly home: string;
  /** In which our own programs are looked for; that of an order may begin in a worktree. */
  readonly path: string;
}

/** Variables that would change programs of ours outside: they are set inside. None of them is a secret. */
const setInside = /^(PATH|LD_.*|GLIBC_TUNABLES)$/;

/** By us, and by Node where coverage is measured. */
const addedOutside = ['PATH', 'NODE_V8_COVERAGE'];

/** Contract: that of `Sandbox.run`. */
export async function runConfined(order: ConfinedOrder, confiner: Confiner): Promise<ProgramEnd> {
  const errno = findMissing(order);
  if (errno !== null) return { kind: 'unstartable', errno };
  const line = makeConfinedOrder(order, confiner);
  if ('errno' in line) return { kind: 'unstartable', errno: line.errno };
  const end = await runCounted(line, runProgram);
  // Nothing of the program has run yet.
  const isOurs = end.kind === 'exited' && end.code === 1 && end.stdout === '' && end.stderr.startsWith('bwrap: ');
  return isOurs ? { kind: 'unstartable', errno: `sandbox (${end.stderr.trim()})` } : end;
}

export function makeConfinedOrder(order: ConfinedOrder, confiner: Confiner): ProgramOrder | { readonly errno: string } {
  const { bwrap, limiters, home, path } = confiner;
  const { files, line, unset } = makeForwarding(order);
  const profile = makeProfile(order, { home, programs: line.slice(0, 1), files });
  if ('errno' in profile) return profile;
  const inside = Object.entries(order.environment).filter(([name]) => setInside.test(name));
  const hidden = new Set([...unset, ...inside.map(([name]) => name)]);
  const outside = Object.entries(order.environment).filter(([name]) => !hidden.has(name));
  return {
    ...order,
    program: bwrap,
    args: [
      ...profile.args,
      ...addedOutside.filter((name) => !(name in order.environment)).flatMap((name) => ['--unsetenv', name]),
      ...inside.flatMap(([name, value]) => ['--setenv', name, value]),
      ...['--', ...limiters, ...line, order.program, ...order.args],
    ],
    folder: '/',
    isContained: true,
    environment: { ...Object.fromEntries(outside), PATH: path },
  };
}

/** What would be told otherwise by programs of ours, in words of their own. */
function findMissing({ program, folder }: ConfinedOrder): string | null {
  try {
    if (!statSync(folder).isDirectory()) return 'ENOTDIR';
    accessSync(program, constants.X_OK);
    return statSync(program).isFile() ? null : 'EACCES';
  } catch (error) {
    return errnoOf(error) ?? 'unknown';
  }
}
