import { clip, clipLines } from '../page.ts';

const longestLine = 160;
const longestText = 1600;
/** Sections of TOML that say what a project is; of others only the heading is of use. */
const tellingSections =
  /^\[+\s*"?(project|build-system|package|workspace|dependencies|dev-dependencies|build-dependencies|dependency-groups|features|lib|bin|options|metadata|tool\.poetry|tool\.uv|tool\.pytest|tool\.hatch|tool\.pdm|tool\.setuptools)\b/;

/** The telling sections of a TOML or INI file whole, the others by their headings. */
export function describeSections(text: string): string {
  const lines: string[] = [];
  let isTelling = true;
  for (const line of meaningfulLines(text, '#')) {
    const isHeading = /^\s*\[/.test(line) && /\]\s*$/.test(line);
    if (isHeading) isTelling = tellingSections.test(line.trim());
    if (isHeading || isTelling) lines.push(line);
  }
  return clipLines(lines.join('\n'), longestText);
}

/** Without comments and empty lines. */
export function describeLines(text: string, comment: string): string {
  return clipLines(meaningfulLines(text, comment).join('\n'), longestText);
}

/** JSON, with or without comments, on as few lines as there are. */
export function describeJson(text: string): string {
  const lines = meaningfulLines(text, '//').map((line) => line.trim());
  return clip(lines.join(' '), longestText);
}

/** The module, its Go version and what it requires directly. */
export function describeGoModule(text: string): string {
  const lines = meaningfulLines(text, '//').filter((line) => !/\/\/\s*indirect/.test(line));
  return clipLines(lines.join('\n'), longestText);
}

/** The targets of a Makefile or justfile. */
export function describeTargets(text: string): string {
  const targets = [...text.matchAll(/^([A-Za-z][\w.-]{0,60})(?:[ \t][^:=\n]{0,120})?:(?!=)/gm)].map(
    ([, target]) => target ?? '',
  );
  return targets.length === 0 ? '' : `targets: ${clip([...new Set(targets)].join(', '), 800)}`;
}

/** The name of a workflow, when it runs, and its jobs with the commands of their steps. */
export function describeWorkflow(text: string): string {
  const name = text.match(/^name:[ \t]*(.{1,100})$/m)?.[1]?.trim() ?? '';
  const afterJobs = text.split(/^jobs:[ \t]*$/m)[1] ?? '';
  const jobs = [...afterJobs.matchAll(/^ {2}([\w-]{1,60}):[ \t]*$/gm)].map(([, job]) => job ?? '');
  const commands = [...text.matchAll(/^\s{0,20}(?:- )?run:[ \t]*([^|>\s].{0,200})$/gm)].map(([, run]) => run ?? '');
  const parts = [
    ...(name === '' ? [] : [`name ${name}`]),
    ...(jobs.length === 0 ? [] : [`jobs ${clip(jobs.join(', '), 300)}`]),
    ...(commands.length === 0 ? [] : [`runs ${clip([...new Set(commands)].join('; '), 500)}`]),
  ];
  return parts.join(' · ');
}

function meaningfulLines(text: string, comment: string): string[] {
  return text
    .split('\n', 2000)
    .map((line) => clip(line.trimEnd(), longestLine))
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith(comment));
}
