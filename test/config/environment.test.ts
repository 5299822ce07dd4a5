import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { basicEnvironment, programEnvironment, workerEnvironment } from '../../src/config/environment.ts';

test('programs with a HOME of their own find the toolchains of rustup in that of the user, or where a variable says', () => {
  const { HOME, RUSTUP_HOME } = process.env;
  const home = mkdtempSync(join(tmpdir(), 'agentos-home-'));
  try {
    Object.assign(process.env, { HOME: home });
    delete process.env['RUSTUP_HOME'];
    assert.equal(programEnvironment()['RUSTUP_HOME'], undefined);
    mkdirSync(join(home, '.rustup'));
    assert.equal(programEnvironment()['RUSTUP_HOME'], join(home, '.rustup'));
    process.env['RUSTUP_HOME'] = '/opt/rustup';
    assert.equal(programEnvironment()['RUSTUP_HOME'], '/opt/rustup');
    assert.equal(workerEnvironment()['RUSTUP_HOME'], '/opt/rustup');
    assert.equal(basicEnvironment()['RUSTUP_HOME'], undefined);
  } finally {
    rmSync(home, { recursive: true });
    restore('HOME', HOME);
    restore('RUSTUP_HOME', RUSTUP_HOME);
  }
});

function restore(name: string, value: string | undefined): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
