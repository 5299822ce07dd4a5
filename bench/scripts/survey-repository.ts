import { execFileSync } from 'node:child_process';
import type { RepositoryReader } from '../../src/model/repository-reader.ts';
import { surveyRepository } from '../../src/survey/survey.ts';
import { openTreeReader } from '../../src/worktrees/tree-reader.ts';

/** Surveys the repository in a folder once, in a process of its own, and says what it took. */
const [folder = '.', title = '', text = ''] = process.argv.slice(2);
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
const before = process.cpuUsage();
const startedAt = performance.now();
let readBytes = 0;
let readFiles = 0;
const reader = count(openTreeReader(folder, commit));
const openedAt = performance.now();
const survey = await surveyRepository(reader, { title, text });
const endedAt = performance.now();
const { user, system } = process.cpuUsage(before);
const figures = {
  files: survey.files,
  tokens: survey.tokens,
  listMs: openedAt - startedAt,
  surveyMs: endedAt - openedAt,
  cpuMs: (user + system) / 1000,
  peakMb: process.resourceUsage().maxRSS / 1000,
  readFiles,
  readMb: readBytes / 1e6,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);

function count(inner: RepositoryReader): RepositoryReader {
  const note = (path: string) => {
    readFiles += 1;
    readBytes += inner.sizeOf(path);
  };
  return {
    ...inner,
    read(path) {
      note(path);
      return inner.read(path);
    },
    readAll(paths) {
      paths.forEach(note);
      return inner.readAll(paths);
    },
  };
}
