'use strict';
const { readFileSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

/** Compiled code fits one version of Node, one machine type, one user and one set of flags. */
exports.describeRuntime = (flags = process.execArgv) =>
  JSON.stringify([process.version, process.arch, process.getuid?.(), flags, process.env.NODE_OPTIONS]);

/** Enabled only where the build made it: Node would otherwise write a new one beside it. */
exports.useCompileCache = (dist) => {
  const directory = join(dist, 'compile-cache');
  try {
    const runtimes = JSON.parse(readFileSync(join(directory, 'runtimes.json'), 'utf8'));
    if (!runtimes.includes(exports.describeRuntime())) return;
    enableCompileCache({ directory, portable: true });
  } catch {
    // No cache was built: everything works, a little later.
  }
};
