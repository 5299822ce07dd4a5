'use strict';
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const dist = join(__dirname, '..', 'dist');

/** What needs only text is answered at once; for the rest the bundle is loaded. */
module.exports = function start(tool) {
  if (!existsSync(join(dist, 'front.cjs'))) {
    process.stderr.write('agentos: is not built yet: run `npm ci` in its folder.\n');
    process.exitCode = 2;
    return;
  }
  const argv = process.argv.slice(2);
  if (require('../dist/front.cjs').answerAtOnce(tool, argv)) return;
  require('./compiled-code.cjs').load(join(dist, 'main.cjs'), 'batch').main(tool, argv);
};
