'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

/** Loads the bundle, with compiled code from the build where it fits this Node; the cache is only ever read. */
module.exports = function start(tool) {
  if (!existsSync(join(dist, 'main.js'))) {
    process.stderr.write('agentos: is not built yet: run `npm ci` in its folder.\n');
    process.exitCode = 2;
    return;
  }
  require('./compile-cache.cjs').useCompileCache(dist);
  import('../dist/main.js').then(({ main }) => main(tool, process.argv.slice(2)));
};
