import { Bench, renderLld, startFiles, type Turn, writesTests } from './bench.ts';

/** Installs the packages of requirements.txt from a folder, as if that were a registry. */
const setUpCommand =
  'rm -rf node_modules; for each in $(cat requirements.txt); do mkdir -p node_modules && cp -r "registry/$each" node_modules/ || exit 4; echo "installed $each"; done';

const files = {
  ...startFiles,
  'requirements.txt': '',
  'registry/adder/package.json': '{ "name": "adder", "type": "module", "exports": "./index.js" }\n',
  'registry/adder/index.js': 'export const add = (a, b) => a + b;\n',
};

const lld = renderLld([
  '| `src/sum.js` | Add | Adds numbers |',
  '| `test/sum.test.js` | Add | Proves it |',
  '| `requirements.txt` | Modify | Asks for the adder |',
]);

export const usingAdder = `import { add } from 'adder';

export function sum(numbers) {
  return numbers.reduce(add, 0);
}
`;

/** A job that asks for packages. */
export const asksFor = (files: Turn['files']): Turn => ({ files: { 'src/sum.js': usingAdder, ...files } });

/** A design that adds a package, and an agent that does so in these jobs. */
export function openBench(...implement: readonly Turn[]) {
  const bench = new Bench({ 'write-tests': [writesTests], implement }, { files, lld });
  return { bench, changes: { building: { ...bench.order.building, setUpCommand } } };
}
