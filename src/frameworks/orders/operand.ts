/** A path that cannot be taken for a pattern either, by programs that take them. */
export function asPattern(path: string): string {
  return asOperand(path).replace(/[[*?]/g, '[$&]');
}

/** A path that cannot be taken for an option. */
export function asOperand(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}
