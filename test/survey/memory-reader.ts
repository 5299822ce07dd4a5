import type { RepositoryReader } from '../../src/model/repository-reader.ts';

/** A repository that exists in memory alone; it writes down what is read of it. Null stands for what is no text. */
export function memoryReader(
  files: Readonly<Record<string, string | null>>,
  sizes: Readonly<Record<string, number>> = {},
): RepositoryReader & { readonly asked: Set<string> } {
  const texts = new Map(Object.entries(files));
  const asked = new Set<string>();
  const read = (path: string) => {
    asked.add(path);
    return texts.get(path) ?? null;
  };
  return {
    asked,
    paths: [...texts.keys()].sort(),
    sizeOf: (path) => sizes[path] ?? texts.get(path)?.length ?? 0,
    read,
    readAll: (paths) => new Map(paths.map((path) => [path, read(path)])),
  };
}
