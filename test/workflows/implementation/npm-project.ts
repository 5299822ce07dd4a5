import { renderLld, startFiles } from './bench.ts';

/** A package.json. */
export const manifest = (dependencies: object, scripts: object = {}) =>
  `${JSON.stringify({ name: 'sums', version: '1.0.0', type: 'module', scripts: { test: 'node --test', ...scripts }, dependencies })}\n`;

/** A project with an empty lock file, and a package that lies in it. */
export const files = {
  ...startFiles,
  '.npmrc': 'audit=false\nfund=false\nupdate-notifier=false\n',
  '.gitignore': '/.agentos/\nnode_modules/\n',
  'package.json': manifest({}),
  'package-lock.json': `${JSON.stringify({
    ...{ name: 'sums', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: { '': { name: 'sums', version: '1.0.0' } },
  })}\n`,
  'registry/adder/package.json': '{ "name": "adder", "version": "1.0.0", "type": "module", "exports": "./index.js" }\n',
  'registry/adder/index.js': 'export const add = (a, b) => a + b;\n',
};

/** A design that says this of the package.json. */
export const announce = (what: string) =>
  renderLld([
    '| `src/sum.js` | Add | Adds numbers |',
    '| `test/sum.test.js` | Add | Proves it |',
    `| \`package.json\` | Modify | ${what} |`,
  ]);
