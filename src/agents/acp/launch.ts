import { basename } from 'node:path';
import type { Command } from '../../providers/command/split-command.ts';
import type { ProgramHome } from '../../providers/surroundings.ts';
import { writeInside } from '../../store/worktree-files.ts';

/** How an agent is started so that it asks only us, and takes nothing from the repository. */
export interface AcpLaunch {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** It reads and writes files by itself, because it does not understand how we say that one is not there. */
  readonly hasOwnFiles: boolean;
  /** Names at the top of a repository whose code it would run, and no switch of its own keeps it from that. */
  readonly hidden: readonly string[];
}

/** Where its requests go, and what it shows there; null: nowhere. */
export interface AcpAccess {
  readonly origin: string;
  readonly token: string;
}

type Launch = Pick<AcpLaunch, 'args' | 'environment'>;
type Make = (args: readonly string[], home: ProgramHome, access: AcpAccess) => Launch;

/** Agents of which we know how they are kept from their users' and the repository's settings. */
const known: Readonly<Record<string, Make>> = { gemini: launchGemini, opencode: launchOpencode };

export function makeLaunch(command: Command, home: ProgramHome, access: AcpAccess | null): AcpLaunch {
  const name = basename(command.name);
  const hidden = name === 'opencode' ? opencodeFiles : [];
  return { ...makeLine(command, home, access), hasOwnFiles: name === 'gemini', hidden };
}

function makeLine({ name, args }: Command, home: ProgramHome, access: AcpAccess | null): Launch {
  if (access === null) return { args, environment: {} };
  const make = Object.hasOwn(known, basename(name)) ? known[basename(name)] : undefined;
  return make?.(args, home, access) ?? { args, environment: { ...offTelemetry, ...toVariables(access) } };
}

const offTelemetry = { DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1', NO_UPDATE_NOTIFIER: '1' };

/** In the variables that most agents know. */
function toVariables({ origin, token }: AcpAccess): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: `${origin}/anthropic`,
    ANTHROPIC_API_KEY: token,
    OPENAI_BASE_URL: `${origin}/openai/v1`,
    OPENAI_API_KEY: token,
    GOOGLE_GEMINI_BASE_URL: `${origin}/google`,
    GEMINI_API_KEY: token,
  };
}

/** Its hooks and servers of the repository are off by the settings of the system, which stand above all others. */
function launchGemini(args: readonly string[], home: ProgramHome, { origin, token }: AcpAccess): Launch {
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { maxAttempts: 1, disableAutoUpdate: true, enableAutoUpdate: false },
    hooksConfig: { enabled: false },
    mcp: { allowed: ['none'] },
  };
  const text = JSON.stringify(settings);
  writeInside(home.dir, '.gemini/settings.json', text);
  const has = (flag: string) => args.includes(flag);
  return {
    args: [
      ...args,
      ...(has('--acp') || has('--experimental-acp') ? [] : ['--acp']),
      ...(has('--allowed-mcp-server-names') ? [] : ['--allowed-mcp-server-names', 'none']),
    ],
    environment: {
      ...offTelemetry,
      GEMINI_CLI_HOME: home.dir,
      GEMINI_CLI_SYSTEM_SETTINGS_PATH: home.write('gemini-system.json', text),
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      GOOGLE_GEMINI_BASE_URL: `${origin}/google`,
      GEMINI_API_KEY: token,
    },
  };
}

/** 1.18 has two loaders of plugins, and the second one hears none of the switches. */
const opencodeFiles = ['.opencode', 'opencode.json', 'opencode.jsonc'];

const opencodeSwitches = {
  OPENCODE_PURE: '1',
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_SHARE: '1',
};

/** Its model is an option of ours, `--model PROVIDER/MODEL`: in this mode it knows none. */
function launchOpencode(args: readonly string[], _home: ProgramHome, { origin, token }: AcpAccess): Launch {
  const { model, rest } = takeModel(args);
  const options = (baseURL: string) => ({ options: { baseURL, apiKey: token } });
  const provider = {
    anthropic: options(`${origin}/anthropic/v1`),
    openai: options(`${origin}/openai/v1`),
    google: options(`${origin}/google/v1beta`),
  };
  const config = {
    ...{ autoupdate: false, share: 'disabled', snapshot: false, provider },
    enabled_providers: Object.keys(provider),
    permission: { edit: 'ask', bash: 'allow', webfetch: 'deny' },
    ...(model === null ? {} : { model, small_model: model }),
  };
  const has = (word: string) => rest.includes(word);
  return {
    args: [...(has('acp') ? [] : ['acp']), ...rest, ...(has('--pure') ? [] : ['--pure'])],
    environment: {
      ...offTelemetry,
      ...opencodeSwitches,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
    },
  };
}

function takeModel(args: readonly string[]): { readonly model: string | null; readonly rest: readonly string[] } {
  const at = args.findIndex((word) => word === '--model' || word === '-m');
  const model = at === -1 ? undefined : args[at + 1];
  return model === undefined ? { model: null, rest: args } : { model, rest: args.toSpliced(at, 2) };
}
