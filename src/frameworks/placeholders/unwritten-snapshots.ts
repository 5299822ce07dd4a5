import { folderOf, joinPath, nameOf } from '../paths.ts';

type Texts = Readonly<Record<string, string>>;

const inFile = /\.(?:toMatchSnapshot|toThrowErrorMatchingSnapshot)\(|\bassert\.snapshot\(/g;
const inPlace = /\.(?:toMatchInlineSnapshot|toThrowErrorMatchingInlineSnapshot)\(\s*\)/g;

/**
 * Test files with new claims that compare with what their first run would write down. Runs that only look write nothing, so
 * such tests never pass, whatever the code does. One whose snapshots came with it is none of them.
 */
export function findUnwrittenSnapshots(files: Texts, before: Texts): string[] {
  return Object.keys(files).filter((path) => {
    const places = [joinPath(joinPath(folderOf(path), '__snapshots__'), `${nameOf(path)}.snap`), `${path}.snapshot`];
    const patterns = places.some((place) => files[place] !== undefined) ? [inPlace] : [inFile, inPlace];
    const count = (text = '') => patterns.reduce((sum, pattern) => sum + [...text.matchAll(pattern)].length, 0);
    return count(files[path]) > count(before[path]);
  });
}
