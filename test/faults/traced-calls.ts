/** A system call in the order of a trace: where it began, and where it came back. */
export interface TracedCall {
  readonly name: string;
  readonly args: string;
  readonly began: number;
  readonly ended: number;
}

/** Reads the output of `strace -f -y`: a call that another one interrupted has two lines. */
export function parseTrace(trace: string): TracedCall[] {
  const calls: TracedCall[] = [];
  const open = new Map<string, { name: string; args: string; began: number }>();
  for (const [at, line] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = line.match(/^(\d+)\s+(.*)$/s) ?? [];
    const begun = rest.match(/^(\w+)\((.*?)(\s*<unfinished \.\.\.>|\)\s+= .*)$/s);
    if (begun !== null) {
      const call = { name: begun[1] ?? '', args: begun[2] ?? '', began: at };
      if (begun[3]?.includes('unfinished')) open.set(thread, call);
      else calls.push({ ...call, ended: at });
      continue;
    }
    const call = open.get(thread);
    if (/^<\.\.\. \w+ resumed>/.test(rest) && call !== undefined) calls.push({ ...call, ended: at });
  }
  return calls.sort((a, b) => a.began - b.began);
}

/** The texts in quotes among the arguments of a call: paths. */
export function quotedIn({ args }: TracedCall): string[] {
  return [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = '']) => text);
}

/** Where the first descriptor among the arguments of a call leads. */
export function descriptorIn({ args }: TracedCall): string {
  return args.match(/^\d+<([^>]*)>/)?.[1] ?? '';
}
