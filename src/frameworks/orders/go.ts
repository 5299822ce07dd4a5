import { folderOf } from '../paths.ts';
import { escapePattern } from '../text.ts';
import type { FrameworkOptions, OptionsAsked } from './options.ts';

/** Files are run by their packages. Results of earlier runs are never shown again. */
export function goOptions({ files, names, coverageFile }: OptionsAsked): FrameworkOptions {
  const options = ['-json', '-count=1'];
  if (coverageFile !== null) options.push('-coverpkg=./...', `-coverprofile=${coverageFile}`);
  // A subtest is named by the way to it; the outermost name selects it.
  const functions = [...new Set((names ?? []).map((name) => name.split(/\/| > /)[0] ?? ''))].filter(Boolean);
  if (functions.length > 0) options.push('-run', `^(${functions.map(escapePattern).join('|')})$`);
  const isPart = files !== null || names !== null;
  const packages = files === null ? ['./...'] : [...new Set(files.map((path) => `./${folderOf(path)}`))];
  return { options, operands: isPart ? packages : [], environment: {}, coverageFile };
}
