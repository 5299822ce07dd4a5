import { relativeTo } from '../paths.ts';

/** Where a report comes from: what its paths are relative to. */
export class ReportPlace {
  readonly #root: string;
  readonly folder: string;
  /** What import paths begin with, in Go. */
  readonly moduleName: string | null;

  constructor(root: string, folder: string, moduleName: string | null) {
    this.#root = root;
    this.folder = folder;
    this.moduleName = moduleName;
  }

  /** Relative to the repository; null for what lies outside of it. */
  locate(path: string): string | null {
    return relativeTo(this.#root, this.folder, path);
  }

  /** The same of a path that may begin above the folder: rustc names files from the top of their workspace. */
  locateFromAbove(path: string): string | null {
    const steps = this.folder.split('/');
    const from = steps.findIndex((_, at) => path.startsWith(`${steps.slice(at).join('/')}/`));
    return from === -1 ? this.locate(path) : relativeTo(this.#root, steps.slice(0, from).join('/'), path);
  }

  /** The folder of a package of Go; null for one of another module. */
  locatePackage(name: string): string | null {
    const { moduleName } = this;
    if (moduleName === null) return null;
    if (name === moduleName || name === `${moduleName}_test`) return this.folder === '' ? '.' : this.folder;
    return name.startsWith(`${moduleName}/`) ? this.locate(name.slice(moduleName.length + 1)) : null;
  }
}
