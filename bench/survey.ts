import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';

const files = 20_000;
const mostCpuMs = 5000;
const projectDir = fileURLToPath(new URL('..', import.meta.url));
const issue = {
  title: 'Reserve a copy before it is lent',
  text: '`reserveCopy` in `src/area7/module7.ts` lends a book twice. See also the cooldown of `lendBook`.',
};

interface Surveyed {
  readonly files: number;
  readonly tokens: number;
  readonly listMs: number;
  readonly surveyMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly readFiles: number;
  readonly readMb: number;
}

/** The survey of a generated repository of 20,000 files, beside that of this one. Processor time: others on the machine do not count. */
export const survey: Measurement = {
  name: 'survey',
  measure(folder) {
    makeLargeRepository(folder);
    const large = surveyFolder(folder);
    const own = surveyFolder(projectDir);
    return {
      what: `survey of ${files} files: processor time ÷ ${mostCpuMs / 1000} s`,
      measured: large.cpuMs / mostCpuMs,
      limit: 1,
      unit: '×',
      trouble: large.files === files ? null : `${large.files} files were found`,
      raw: { ...named('large', large), ...named('own', own) },
    };
  },
};

function named(prefix: string, surveyed: Surveyed): Record<string, number> {
  return Object.fromEntries(Object.entries(surveyed).map(([name, value]) => [`${prefix}-${name}`, value]));
}

function surveyFolder(folder: string): Surveyed {
  const script = fileURLToPath(new URL('./scripts/survey-repository.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script, folder, issue.title, issue.text], { encoding: 'utf8' }));
}

/** One commit, made at one go: twenty thousand files on disk would take longer than what is measured. */
function makeLargeRepository(folder: string): void {
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  const parts = ['commit refs/heads/main\ncommitter Bench <bench@example.org> 0 +0000\ndata 0\n'];
  for (let at = 0; at < files; at += 1) {
    const text = makeModule(at);
    parts.push(`M 100644 inline src/area${at % 200}/module${at}.ts\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  }
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: parts.join('') });
  execFileSync('git', ['symbolic-ref', 'HEAD', 'refs/heads/main'], { cwd: folder });
}

function makeModule(at: number): string {
  const verbs = ['lend', 'reserve', 'return', 'count', 'move', 'sort', 'label', 'repair'];
  const nouns = ['Book', 'Copy', 'Shelf', 'Reader', 'Card', 'Branch', 'Fine', 'Order'];
  const functions = Array.from({ length: 8 }, (_, index) => {
    const name = `${verbs[(at + index) % 8]}${nouns[(at * 3 + index * 5) % 8]}${at % 97 === 7 ? '' : at}`;
    return `/** Does what it says, once. */\nexport function ${name}(id: string, count = ${index}): number {\n  return id.length + count;\n}\n`;
  });
  return `import { shared } from '../area${(at + 1) % 200}/module${(at + 1) % files}.ts';\n\n${functions.join('\n')}`;
}
