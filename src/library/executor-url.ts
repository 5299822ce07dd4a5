import { existsSync } from 'node:fs';
import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';

/** The module of an executor, as every worker will import it. A closure cannot cross a process: it is refused. */
export function resolveExecutor(executor: URL | string): URL {
  const url = parseUrl(executor);
  if (url?.protocol !== 'file:') {
    throw new AgentOsError(
      'EXECUTOR_INVALID',
      `${quoteSafely(String(executor))} is no file URL; use new URL('./executor.mjs', import.meta.url)`,
    );
  }
  if (existsSync(url)) return url;
  throw new AgentOsError('EXECUTOR_INVALID', `${url.href} is not there`);
}

function parseUrl(executor: URL | string): URL | null {
  return executor instanceof URL ? executor : typeof executor === 'string' ? URL.parse(executor) : null;
}
