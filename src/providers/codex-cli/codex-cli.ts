import type { AgentCli, Launch, LaunchSetting } from '../agent-cli/agent-cli.ts';
import { joinPrompt } from '../prompt.ts';
import { readCodexEvents } from './read-events.ts';

/** Codex, with as few of its tools as it can be without, and none that could change or read anything. */
export const codexCli: AgentCli = {
  scheme: 'codex-cli',
  program: 'codex',
  advice: 'npm install --global @openai/codex',
  provider: 'openai',
  streamEnd: /"type": ?"response\.(completed|incomplete|failed)"/,
  makeLaunch,
  readReply: readCodexEvents,
};

const tokenVariable = 'AGENTOS_TOKEN';

/** Everything that acts, looks around, asks others or starts something. What a version does not know, it ignores. */
const featuresOff = [
  ...['shell_tool', 'unified_exec', 'unified_exec_tty', 'shell_snapshot', 'code_mode_host', 'view_image'],
  ...['apps', 'plugins', 'plugin_sharing', 'plugin_discovery_prefetch', 'remote_plugin', 'tool_suggest', 'hooks'],
  ...['browser_use', 'browser_use_external', 'in_app_browser', 'computer_use', 'image_generation', 'sleep_tool'],
  ...['multi_agent', 'goals', 'skill_search', 'skill_mcp_dependency_install', 'workspace_dependencies', 'mentions_v2'],
  ...['api_key_model_discovery', 'daemon_auto_start', 'system_proxy_fallback', 'unbounded_connection_retries'],
  // The gateway reads what is asked.
  'enable_request_compression',
];

function makeLaunch({ model, prompt, home, origin, token }: LaunchSetting): Launch {
  const { schema } = prompt.format;
  const provider = {
    name: 'agentos',
    base_url: `${origin}/v1`,
    env_key: tokenVariable,
    wire_api: 'responses',
    // The gateway alone repeats.
    request_max_retries: 0,
    stream_max_retries: 0,
  };
  return {
    args: [
      ...['exec', '--json', '--ephemeral', '--ignore-user-config', '--ignore-rules', '--skip-git-repo-check'],
      ...['--sandbox', 'read-only', '--cd', home.emptyDir, '--model', model],
      ...['--output-schema', home.write('schema.json', JSON.stringify(schema))],
      ...set('model_instructions_file', home.write('system.md', prompt.system)),
      ...set('model_provider', provider.name),
      ...set(`model_providers.${provider.name}`, provider),
      // A model's shortest answer is no design.
      ...set('model_verbosity', 'medium'),
      ...set('analytics.enabled', false),
      ...set('web_search', 'disabled'),
      ...set('project_doc_max_bytes', 0),
      ...set('skills.bundled.enabled', false),
      ...set('skills.include_instructions', false),
      ...['environment_context', 'permissions_instructions', 'apps_instructions'].flatMap((what) =>
        set(`include_${what}`, false),
      ),
      ...featuresOff.flatMap((name) => set(`features.${name}`, false)),
      // The prompt is read from its input.
      '-',
    ],
    environment: { CODEX_HOME: home.dir, [tokenVariable]: token },
    input: joinPrompt(prompt),
  };
}

type Setting = string | number | boolean | Readonly<Record<string, string | number>>;

function set(key: string, value: Setting): [string, string] {
  return ['--config', `${key}=${toToml(value)}`];
}

/** A JSON string is a TOML string, too, where DEL is escaped. */
function toToml(value: Setting): string {
  if (typeof value !== 'object') return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}=${toToml(inner)}`)
    .join(',')}}`;
}
