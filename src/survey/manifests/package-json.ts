import { parseJson } from '../../model/json.ts';
import { clip } from '../page.ts';

const plainFields = ['name', 'version', 'type', 'main', 'module', 'types', 'packageManager', 'license'];
const listFields = ['engines', 'bin', 'exports', 'workspaces'];
const dependencyFields = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
const longestScript = 160;
const longestList = 1200;

/** What a package says of itself: how it is run, built and tested, and what it stands on. Null if it cannot be read. */
export function describePackage(text: string): string | null {
  const content = entriesOf(parseJson(text));
  if (content.length === 0) return null;
  const fields = new Map(content);
  const plain = plainFields.flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? [`${name} ${clip(value, 80)}`] : [];
  });
  const lists = listFields.flatMap((name) => describeList(name, fields.get(name)));
  const scripts = entriesOf(fields.get('scripts')).map(
    ([name, script]) => `${name}: ${clip(String(script), longestScript)}`,
  );
  const dependencies = dependencyFields.flatMap((name) => {
    const packages = entriesOf(fields.get(name)).map(([key, range]) => `${key} ${clip(String(range), 40)}`);
    return packages.length === 0 ? [] : [`${name}: ${clip(packages.join(', '), longestList)}`];
  });
  return [
    ...(plain.length === 0 ? [] : [plain.join(' · ')]),
    ...lists,
    ...(scripts.length === 0 ? [] : ['scripts:', ...scripts.map((script) => `  ${script}`)]),
    ...dependencies,
  ].join('\n');
}

function describeList(name: string, value: unknown): string[] {
  if (typeof value === 'string') return [`${name} ${clip(value, 120)}`];
  if (Array.isArray(value)) return [`${name} ${clip(value.map(String).join(', '), 300)}`];
  const entries = entriesOf(value).map(([key, inner]) => (typeof inner === 'string' ? `${key} ${inner}` : key));
  return entries.length === 0 ? [] : [`${name} ${clip(entries.join(', '), 300)}`];
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
