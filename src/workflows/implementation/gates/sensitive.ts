import { nameOf } from '../../../frameworks/paths.ts';
import { ownPathDefect } from '../../../governance/checks/file-path.ts';
import type { ChangedFile } from '../../../worktrees/diff-listing.ts';
import type { GateResult } from '../evidence.ts';
import { count, type JudgedChange } from './judged-change.ts';
import { isLockFile, isManifestOf } from './lock-files.ts';
import { readLockRows } from './lock-rows.ts';
import type { Findings } from './make-result.ts';
import { makeResult } from './make-result.ts';
import { readManifestHosts } from './manifest-hosts.ts';
import { listChangedScripts } from './manifest-scripts.ts';
import { sensitivityOf } from './sensitive-paths.ts';
import { changesTestSettings } from './test-settings.ts';

/** Nothing that acts by itself, or decides what others may do, was changed unless the design says so. */
export function judgeSensitive(change: JudgedChange): GateResult {
  const found = change.files.map((file) => judgeFile(file, change));
  const failed = found.flatMap((each) => each.failed ?? []);
  const warned = found.flatMap((each) => each.warned ?? []);
  const announced = change.files.filter(({ path }) => sensitivityOf(path) !== null && change.announced.has(path));
  const summary = `${count(failed.length, 'sensitive change')} unannounced; announced: ${announced.length}`;
  return makeResult('sensitive', summary, { failed, warned });
}

function judgeFile({ path, change: how }: ChangedFile, change: JudgedChange): Findings {
  const own = ownPathDefect(path);
  if (own !== null) return { failed: [`${path} was ${how}, and ${own}`] };
  const what = sensitivityOf(path);
  if (what !== null && !change.announced.has(path)) return { failed: [`${path} was ${how}: it ${what}`] };
  const hosts = judgeHosts(path, change);
  if (nameOf(path) === 'package.json') return { failed: [...judgeScripts(path, change), ...hosts] };
  if (isSilentAboutTests(path, change))
    return { failed: [`${path}: which tests run was changed, unannounced`, ...hosts] };
  return isLockFile(path) ? judgeLockFile(path, change) : { failed: hosts };
}

/** A manifest that is announced may change its dependencies; what runs by itself must be named. */
function judgeScripts(path: string, { before, after, announced }: JudgedChange): string[] {
  const words = announced.get(path)?.description ?? '';
  return listChangedScripts(before.get(path) ?? null, after.get(path) ?? null)
    .filter((name) => !names(words, name))
    .map((name) =>
      name === 'unreadable'
        ? `${path} cannot be read`
        : `${path}: ${name} was changed, and the design does not name it`,
    );
}

/** Dependencies of an announced file may change; what is said there of tests must be named. */
function isSilentAboutTests(path: string, { before, after, announced }: JudgedChange): boolean {
  const words = announced.get(path)?.description ?? '';
  const isNamed = /\b(?:pytest|coverage|tests?)\b/i.test(words);
  return !isNamed && changesTestSettings(path, before.get(path) ?? null, after.get(path) ?? null);
}

/** A package may come from anywhere, if the design says so. */
function judgeHosts(path: string, { announced, rowsOf, before, after }: JudgedChange): string[] {
  const words = announced.get(path)?.description ?? '';
  const texts = { before: before.get(path) ?? null, after: after.get(path) ?? null };
  return readManifestHosts({ path, rows: rowsOf(path), ...texts })
    .filter((host) => !words.includes(host))
    .map((host) => comesFrom(path, host));
}

function comesFrom(place: string, host: string): string {
  return `${place}: a package comes from ${host}, as none did before`;
}

function judgeLockFile(path: string, { announced, rowsOf, before }: JudgedChange): Findings {
  const plans = [...announced.values()].filter((file) => file.path === path || isManifestOf(path, file.path));
  const words = plans.map(({ description }) => description).join(' ');
  const { hosts, installs } = readLockRows(rowsOf(path), before.get(path) ?? null);
  const strange = hosts.filter(({ host }) => !words.includes(host));
  const scripts = installs.map((line) => `${path}:${line}: a package runs a script when it is installed`);
  return {
    failed: [
      ...strange.map(({ host, line }) => comesFrom(`${path}:${line}`, host)),
      ...(plans.length === 0 ? scripts : []),
    ],
    warned: plans.length === 0 ? [] : scripts,
  };
}

function names(words: string, name: string): boolean {
  return words.split(/[^\w-]+/).includes(name);
}
