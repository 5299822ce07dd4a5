'use strict';
const { readFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script, constants } = require('node:vm');

/** How long a program is starting. */
const startMs = 5000;

/**
 * Loads a bundle with the code that was compiled when the build rehearsed that part of a play. Unlike the cache of Node,
 * that holds also what V8 compiles only when it is first called. V8 refuses what was made for another version or other
 * flags: the build, which loads in its own way, must never change them.
 */
exports.load = (file, part) => {
  setTimeout(markLess, startMs).unref();
  const code = readCode(`${file}.${part}.code`);
  return code === null ? require(file) : exports.run(exports.compile(file, code), file);
};

/** Bundles are ASCII, as the build makes sure. */
exports.compile = (file, code) =>
  new Script(wrap(readFileSync(file, 'latin1')), {
    filename: file,
    ...(code === null ? {} : { cachedData: code }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });

exports.run = (script, file) => {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
};

/** None where coverage is measured: compiled code has no counters. */
function readCode(path) {
  if (process.env.NODE_V8_COVERAGE !== undefined) return null;
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

/**
 * Else V8 starts to mark a heap as soon as what it may grow by is no more than the young generation: a small heap with a
 * large young one is marked all the time. Not before the start is over: with other flags than it was built with, Node
 * compiles every module of its own that it still loads.
 */
function markLess() {
  setFlagsFromString('--incremental-marking-soft-trigger=70');
  setFlagsFromString('--incremental-marking-hard-trigger=90');
}
