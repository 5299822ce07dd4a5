'use strict';
// Old syntax on purpose: an old Node must be able to read this far, and say what is wrong.
// The first versions whose node:sqlite can hand out a database as bytes (`serialize`); no Node 25 can.
var oldest = { 24: 16, 26: 1 };
var needed = '24.16 or a newer 24, or 26.1 or newer';

module.exports = function launch(tool) {
  if (willDo(process.versions.node.split('.').map(Number))) {
    require('./start.cjs')(tool);
    return;
  }
  var problem = 'agentos: needs Node ' + needed + '; this is ' + process.version + '.\n';
  var advice = 'In a clone, `npm ci` brings it and `npx ' + tool + '` uses it; elsewhere install one of these.\n';
  process.stderr.write(problem + advice);
  process.exitCode = 2;
};

function willDo(version) {
  return version[0] > 26 || version[1] >= oldest[version[0]];
}
