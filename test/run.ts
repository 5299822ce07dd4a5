import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureCoverage } from './coverage.ts';

/**
 * Runs the tests with an empty HOME and sees that it stays empty. Tests whose system program is missing are left out,
 * and the last line says so; with AGENTOS_TEST_ALL=1 they fail instead. Those that are measured must cover the sources.
 */
const leastCoverage = 0.8;
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = mkdtempSync(join(tmpdir(), 'agentos-test-'));
const home = join(folder, 'home');
const leftOutFile = join(folder, 'left-out');
const coverageDir = join(folder, 'coverage');
for (const made of [home, coverageDir]) mkdirSync(made);
// Test files share what they compile: most of the time of a small one. Programs that they start know nothing of it.
const compiledDir = join(folder, 'compiled');
const keepCompiled = `data:text/javascript,import{enableCompileCache}from'node:module';enableCompileCache(${JSON.stringify(compiledDir)})`;
writeFileSync(leftOutFile, '');

const words = process.argv.slice(2);
// Sweeps take long and seldom tell anything new: `npm run test:sweeps` runs them, and all cases of those that have more.
const isSweeping = words[0] === '--sweeps';
const isSweep = (path: string) => path.endsWith('.sweep.test.ts');
const hasMore = (path: string) => /\b(sweep|firstOf|someRuns)\(/.test(readFileSync(path, 'utf8'));
const isWhole = words.length === 0;
const found = (isWhole || isSweeping ? ['test/**/*.test.ts'] : words).flatMap((pattern) => globSync(pattern)).sort();
const files = found.filter((path) => (isSweeping ? isSweep(path) || hasMore(path) : !isWhole || !isSweep(path)));
// Where processes are killed on purpose, calls counted or processor time measured, coverage would be in the way. Where
// programs and whole batches run it takes a fifth of the time, in long loops more than half, and shows little that other
// tests do not.
const unmeasured = [
  /^test\/(conversations|faults|github|implementation|library|models|scenarios)\//,
  /^test\/cli\/(?!(batch|clean|commands|models)\/|(execute|implement|lint|run)\.test)/,
  /(faults|-speed|hostile-input|hidden|hidden-text|issue-check|edits|json-digest|streaming|output-prefixer)\.test\.ts$/,
  /^test\/parallel\/credentials\/(growth-and-shares|properties|scenarios)\.test\.ts$/,
  /^test\/(redaction\/(compositions|sketch|stream|vectors)|survey\/hostile)\.test\.ts$/,
];
const isAlone = (path: string) => unmeasured.some((pattern) => pattern.test(path));
const groups = isWhole ? [files.filter((path) => !isAlone(path)), files.filter(isAlone)] : [files];
const statuses = groups.map((group, at) => runTests(group, isWhole && at === 0));

const isCovered = !isWhole || reportCoverage();
const strays = readdirSync(home);
const leftOut = readFileSync(leftOutFile, 'utf8').split('\n').filter(Boolean).sort();
rmSync(folder, { recursive: true, force: true });
if (strays.length > 0) process.stdout.write(`HOME did not stay empty: ${strays.join(', ')}\n`);
if (leftOut.length > 0) process.stdout.write(`Left out: ${leftOut.join('; ')}.\n`);
process.exitCode = strays.length === 0 && isCovered && statuses.every((status) => status === 0) ? 0 : 1;

function runTests(paths: readonly string[], isMeasured: boolean): number | null {
  if (paths.length === 0) return 0;
  const env = {
    ...process.env,
    ...{ HOME: home, AGENTOS_LEFT_OUT_FILE: leftOutFile, NO_COLOR: '1' },
    ...(isSweeping ? { AGENTOS_TEST_SWEEPS: '1' } : {}),
    ...(isMeasured ? { NODE_V8_COVERAGE: coverageDir } : {}),
  };
  // One more than there are cores: many wait for programs, locks and clocks.
  const concurrency = `--test-concurrency=${availableParallelism() + 1}`;
  const args = ['--test', `--import=${keepCompiled}`, '--test-reporter=spec', concurrency, ...paths];
  return spawnSync(process.execPath, args, { stdio: 'inherit', env }).status;
}

function reportCoverage(): boolean {
  const measured = measureCoverage(projectDir, coverageDir);
  const lines = measured.reduce((sum, file) => sum + file.lines, 0);
  const missed = measured.reduce((sum, file) => sum + file.missed.length, 0);
  const ratio = 1 - missed / lines;
  process.stdout.write(`Line coverage ${(ratio * 100).toFixed(1)} % of ${lines} lines; 80 % are needed.\n`);
  if (ratio >= leastCoverage) return true;
  const worst = measured.toSorted((a, b) => b.missed.length - a.missed.length).slice(0, 20);
  for (const { path, missed: rows } of worst) process.stdout.write(`  ${path}: ${rows.length} not covered\n`);
  return false;
}
