#!/usr/bin/env node
'use strict';
require('./launch.cjs')('run-requirements-workflow');
