'use strict';
// Loaded into a measured process before its own code: at exit it writes its peak memory in KiB to file descriptor 3.
const { readFileSync, writeSync } = require('node:fs');

/** Not `maxRSS` on Linux: a child starts with that of the parent which spawned it. */
function readPeakKib() {
  try {
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}

process.on('exit', () => writeSync(3, String(readPeakKib())));
