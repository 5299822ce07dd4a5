import type { Provider } from '../../../src/providers/provider.ts';
import { openScriptedProvider } from '../../../src/providers/scripted/scripted-provider.ts';

export interface Stage {
  readonly provider: Provider;
  readonly printed: [stream: string, text: string][];
  readonly ledger: string[];
}

/** A scripted provider whose surroundings are kept in memory. */
export function openStage(tasks: object, files: Readonly<Record<string, string>> = {}): Stage {
  const printed: Stage['printed'] = [];
  const ledger: string[] = [];
  const script = JSON.stringify({ schemaVersion: 1, ledger: 'ledger.txt', tasks });
  const provider = openScriptedProvider('script.json', {
    taskId: '137',
    gateway: null,
    programs: null,
    readText: (path) => ({ 'script.json': script, ...files })[path] ?? '',
    appendLine: (path, line) => ledger.push(`${path}: ${line}`),
    print: (text, stream) => printed.push([stream, text]),
    exit(code) {
      throw new Error(`exit ${code}`);
    },
  });
  return { provider, printed, ledger };
}
