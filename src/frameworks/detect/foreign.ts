const foreignFolders = new Set(
  'node_modules bower_components vendor third_party .git .venv venv site-packages __pycache__ dist build out target coverage .next .agentos testdata fixtures __fixtures__'.split(
    ' ',
  ),
);

/** Whether a path lies where neither manifests nor tests are the repository's own. */
export function isForeign(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((folder) => foreignFolders.has(folder));
}
