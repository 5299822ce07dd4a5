/**
 * A reporter for node:test that tells what the built-in ones leave out: the error as it was thrown, the titles around a
 * test, and what a file said that could not be run. It travels as an address of its own, so that no file is needed.
 */
const source = `
import { resolve } from 'node:path';

const cut = (text) => (typeof text === 'string' ? text.slice(0, 8000) : null);

const describe = (error) => {
  const cause = error?.cause instanceof Object ? error.cause : null;
  return {
    failureType: cut(error?.failureType),
    exitCode: typeof error?.exitCode === 'number' ? error.exitCode : null,
    signal: cut(error?.signal),
    name: cut(cause?.name),
    code: cut(cause?.code),
    message: cut(cause?.message ?? error?.message ?? String(error?.cause)),
    stack: cut(cause?.stack),
  };
};

export default async function* report(source) {
  const titles = [];
  const said = new Map();
  const line = (value) => JSON.stringify(value) + '\\n';
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      titles[data.nesting] = data.name;
      titles.length = data.nesting + 1;
    } else if (type === 'test:stderr' && data.file) {
      const file = resolve(data.file);
      const heard = said.get(file) ?? '';
      if (heard.length < 8000) said.set(file, heard + data.message);
    } else if (type === 'test:pass' || type === 'test:fail') {
      const isFile = data.nesting === 0 && data.file !== undefined && resolve(data.name) === resolve(data.file);
      yield line({
        kind: isFile ? 'file' : data.details?.type === 'suite' ? 'suite' : 'test',
        file: data.file ?? null,
        titles: [...titles.slice(0, data.nesting), data.name],
        isPassed: type === 'test:pass',
        isSkipped: data.skip !== undefined && data.skip !== false,
        isTodo: data.todo !== undefined && data.todo !== false,
        error: type === 'test:fail' ? describe(data.details?.error) : null,
        said: isFile && type === 'test:fail' ? cut(said.get(resolve(data.file)) ?? '') : null,
      });
    }
  }
  yield line({ kind: 'end' });
}
`;

export const nodeReporter = `data:text/javascript,${encodeURIComponent(source)}`;
