'use strict';
// Old syntax on purpose: an old Node must be able to read this far, and say what is wrong.
// The first version whose node:sqlite can hand out a database as bytes (`serialize`).
var needed = '24.16';

module.exports = function launch(tool) {
  if (isNewEnough(process.versions.node.split('.'), needed.split('.'))) {
    require('./start.cjs')(tool);
    return;
  }
  var problem = 'agentos: needs Node ' + needed + ' or newer, this is ' + process.version + '.\n';
  var advice = 'In a clone, `npm ci` brings it and `npx ' + tool + '` uses it; elsewhere install Node ' + needed;
  process.stderr.write(problem + advice + ' or newer.\n');
  process.exitCode = 2;
};

function isNewEnough(present, wanted) {
  var isSameMajor = Number(present[0]) === Number(wanted[0]);
  return isSameMajor ? Number(present[1]) >= Number(wanted[1]) : Number(present[0]) > Number(wanted[0]);
}
