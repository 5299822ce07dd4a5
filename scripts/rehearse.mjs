import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const { findFullest } = require('./record-code.cjs');

const patienceMs = 120_000;
const drafter = 'anthropic:claude-sonnet-4-5';
const reviewer = 'openai:gpt-5-mini';

/**
 * Plays both workflows with what was built, and keeps beside each bundle the code that was compiled for each of its parts: a
 * worker that designs does not load what only one that implements needs. Without that everything works, and starts later.
 */
export async function rehearse(root, dist, bundles) {
  const stage = join(root, `dist.rehearsal-${process.pid}`);
  try {
    const records = prepare(stage, root, dist);
    await play(stage);
    for (const name of bundles) copyFileSync(findFullest(records, name), join(dist, `${name}.code`));
  } catch (error) {
    process.stderr.write(`build: could not be rehearsed, so programs start later: ${error.message}\n`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** A house of its own: the same bundles, loaded by somebody who takes notes. */
function prepare(stage, root, dist) {
  const records = join(stage, 'records');
  mkdirSync(records, { recursive: true });
  cpSync(join(root, 'bin'), join(stage, 'bin'), { recursive: true });
  cpSync(dist, join(stage, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  symlinkSync(join(root, 'examples'), join(stage, 'examples'));
  const recorder = JSON.stringify(join(root, 'scripts/record-code.cjs'));
  const loader = `module.exports = require(${recorder}).recordInto(${JSON.stringify(records)});\n`;
  writeFileSync(join(stage, 'bin/compiled-code.cjs'), loader);
  return records;
}

/** Three issues to designs and branches by a script, and a fourth to a design by simulated models. */
async function play(stage) {
  const repository = join(stage, 'timesheet');
  run(stage, ['demo', '--implement', repository], {});
  const issue = readFileSync(join(repository, 'docs/issues/301-totals-by-project.md'), 'utf8');
  writeFileSync(join(repository, 'docs/issues/304-again.md'), issue.replaceAll('301', '304'));
  await withModels(stage, (variables) =>
    run(stage, ['requirements', '--repo', repository, '--drafter', drafter, '--reviewer', reviewer], variables),
  );
}

async function withModels(stage, use) {
  const simulator = start(stage, ['simulate']);
  try {
    let text = '';
    for await (const chunk of simulator.stdout.setEncoding('utf8')) {
      text += chunk;
      if (text.includes('SIMULATED_API_KEY_2=')) break;
    }
    use(Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])));
  } finally {
    simulator.kill();
    await once(simulator, 'close');
  }
}

function run(stage, args, variables) {
  const options = { cwd: stage, env: { ...surroundings(stage), ...variables }, timeout: patienceMs, stdio: 'pipe' };
  execFileSync(process.execPath, [join(stage, 'bin/agentos.cjs'), ...args], options);
}

function start(stage, args) {
  const stdio = ['ignore', 'pipe', 'ignore'];
  return spawn(process.execPath, [join(stage, 'bin/agentos.cjs'), ...args], { env: surroundings(stage), stdio });
}

/** Nothing of whoever builds. */
function surroundings(stage) {
  return { PATH: process.env.PATH, HOME: stage };
}
