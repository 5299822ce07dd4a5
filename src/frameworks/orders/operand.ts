/** A path that cannot be taken for an option. */
export function asOperand(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}
