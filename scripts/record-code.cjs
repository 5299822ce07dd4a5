'use strict';
const { readdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { compile, run } = require('../bin/compiled-code.cjs');

const intervalMs = 600;

/** Loads bundles as `bin/compiled-code.cjs` does, and keeps writing down what has been compiled so far. */
exports.recordInto = (folder) => ({
  load(file, part) {
    const name = `${basename(file)}.${part}`;
    const fullest = exports.findFullest(folder, name);
    const script = compile(file, fullest === null ? null : readFileSync(fullest));
    const path = join(folder, `${name}.${process.pid}`);
    const keep = () => {
      writeFileSync(`${path}.part`, script.createCachedData());
      renameSync(`${path}.part`, `${path}.code`);
    };
    // Workers are killed when they are no longer needed.
    setInterval(keep, intervalMs).unref();
    process.on('exit', keep);
    return run(script, file);
  },
});

/** Of the records of a bundle and its part, the one with the most code in it. */
exports.findFullest = (folder, name) => {
  const found = readdirSync(folder).filter((entry) => entry.startsWith(`${name}.`) && entry.endsWith('.code'));
  const paths = found.map((entry) => join(folder, entry));
  return paths.reduce((best, path) => (best === null || sizeOf(path) > sizeOf(best) ? path : best), null);
};

function sizeOf(path) {
  return statSync(path).size;
}
