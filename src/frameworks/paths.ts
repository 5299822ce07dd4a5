/** A path of a report, relative to the repository with forward slashes; null for what lies outside of it. */
export function relativeTo(root: string, folder: string, path: string): string | null {
  const plain = path.replace(/^file:\/\//, '').replaceAll('\\', '/');
  const top = root.replaceAll('\\', '/').replace(/\/+$/, '');
  if (plain === '' || plain.length > 4096) return null;
  if (plain.startsWith(`${top}/`)) return normalise(decode(plain.slice(top.length + 1)));
  if (plain.startsWith('/') || /^[A-Za-z]:\//.test(plain) || plain.includes('://')) return null;
  return normalise(joinPath(folder, plain));
}

export function joinPath(folder: string, path: string): string {
  return folder === '' || folder === '.' ? path : `${folder}/${path}`;
}

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at === -1 ? '' : path.slice(0, at);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Without `.` and `..`; null for what climbs out. */
export function normalise(path: string): string | null {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '' || step === '.') continue;
    if (step !== '..') steps.push(step);
    else if (steps.pop() === undefined) return null;
  }
  return steps.join('/');
}

/** Addresses of files have spaces and the like escaped. */
function decode(path: string): string {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
