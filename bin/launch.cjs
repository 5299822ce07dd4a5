'use strict';
// Old syntax on purpose: an old Node must be able to read this far, and say what is wrong.
var neededMajor = 24;

module.exports = function launch(tool) {
  var major = Number(process.versions.node.split('.')[0]);
  if (major >= neededMajor) {
    require('./start.cjs')(tool);
    return;
  }
  var problem = 'agentos: needs Node ' + neededMajor + ' or newer, this is ' + process.version + '.\n';
  var advice = 'In a clone, `npm ci` brings it and `npx ' + tool + '` uses it; elsewhere install Node ' + neededMajor;
  process.stderr.write(problem + advice + '.\n');
  process.exitCode = 2;
};
