import type { ProgramHome } from '../../../src/providers/surroundings.ts';

/** A home that is only remembered. */
export function makeHome(): { readonly home: ProgramHome; readonly files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>();
  const dir = '/home-of-one-run';
  const home: ProgramHome = {
    dir,
    temporaryDir: `${dir}/tmp`,
    emptyDir: '/homes/empty',
    write(name, text) {
      files.set(name, text);
      return `${dir}/${name}`;
    },
    [Symbol.dispose]() {},
  };
  return { home, files };
}
