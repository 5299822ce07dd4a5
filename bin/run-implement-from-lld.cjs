#!/usr/bin/env node
'use strict';
require('./launch.cjs')('run-implement-from-lld');
