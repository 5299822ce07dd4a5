const testFolders = /(^|\/)(tests?|__tests__|specs?|testing)\//i;
const testName = /(^test[_-]|[._-](test|spec)s?\.|[_-](test|spec)s?$|(Tests?|Spec)\.\w+$)/;

/** Whether a file holds tests, by its name or its folder. */
export function isTest(path: string): boolean {
  return testFolders.test(path) || testName.test(baseOf(path));
}

/** The name that a module and its tests share: `shelf` for `shelf.ts`, `shelf.test.ts`, `test_shelf.py`, `ShelfTest.java`. */
export function subjectOf(path: string): string {
  return baseOf(path)
    .replace(/(\.d)?\.\w+$/, '')
    .replace(/^test[_-]|[._-](test|spec)s?$|(?<=.)(Tests?|Spec)$/g, '')
    .toLowerCase();
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
