import { fieldOf } from '../model/json.ts';
import { isKeyVariable } from './credential-names.ts';

/** Whoever takes keys out of the environment, and keeps them out of what is written. Contract: never throws. */
type KeyWatcher = (variables: readonly string[]) => void;

let watcher: KeyWatcher = () => {};

/** From now on it is told of every variable that a config says holds a key, whichever command reads the config. */
export function watchNamedKeys(watch: KeyWatcher): void {
  watcher = watch;
}

/** Before anything is judged: also a config that is refused has named them. */
export function tellNamedKeys(credentials: unknown): void {
  const named = listValues(credentials).flatMap((entry) => readVariable(entry) ?? []);
  if (named.length > 0) watcher([...new Set(named)]);
}

function readVariable(entry: unknown): string | null {
  const secret = fieldOf(entry, 'secret');
  const name = typeof secret === 'string' && secret.startsWith('env:') ? secret.slice('env:'.length) : '';
  return isKeyVariable(name) ? name : null;
}

function listValues(data: unknown): unknown[] {
  return typeof data === 'object' && data !== null ? Object.values(data) : [];
}
