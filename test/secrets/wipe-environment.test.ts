import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { leaveUnmeasured, projectDir } from '../workspace.ts';

leaveUnmeasured();

const script = `
  import { readFileSync } from 'node:fs';
  import { wipeEnvironment } from '${join(projectDir, 'src/secrets/wipe-environment.ts')}';
  const shown = () => readFileSync('/proc/self/environ', 'latin1').split('\\0').filter(Boolean);
  const names = ['FIRST', 'EMPTY', 'THIRD', 'MISSING'];
  for (const name of names) delete process.env[name];
  wipeEnvironment(names);
  console.log(JSON.stringify({ shown: shown(), kept: process.env.KEPT, path: process.env.LAST }));
`;

test('what a process was started with is not shown any more, and the other variables are as they were', () => {
  const env = { FIRST: 'first value', KEPT: 'kept', EMPTY: '', THIRD: 'a=b=c', XFIRST: 'FIRST=no', LAST: 'last' };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env,
    encoding: 'utf8',
  });
  assert.notEqual(stdout, '', stderr);
  assert.deepEqual(JSON.parse(stdout), {
    shown: ['FIRST=', 'KEPT=kept', 'EMPTY=', 'THIRD=', 'XFIRST=FIRST=no', 'LAST=last'],
    kept: 'kept',
    path: 'last',
  });
});
