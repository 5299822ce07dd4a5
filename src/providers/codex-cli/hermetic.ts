/** What a gateway's token is handed over in. */
export const tokenVariable = 'AGENTOS_TOKEN';

/**
 * Everything that asks others, starts something or brings what nobody has ordered. What a version does not know, it
 * ignores.
 */
const featuresOff = [
  ...['shell_snapshot', 'apps', 'plugins', 'plugin_sharing', 'plugin_discovery_prefetch', 'remote_plugin'],
  ...['tool_suggest', 'hooks', 'browser_use', 'browser_use_external', 'in_app_browser', 'computer_use'],
  ...['image_generation', 'sleep_tool', 'multi_agent', 'goals', 'skill_search', 'skill_mcp_dependency_install'],
  ...['workspace_dependencies', 'mentions_v2', 'api_key_model_discovery', 'daemon_auto_start'],
  ...['system_proxy_fallback', 'unbounded_connection_retries'],
  // The gateway reads what is asked.
  'enable_request_compression',
];

/** Nothing of the machine's or the repository's. */
export const codexIsolation: readonly string[] = [
  ...setCodex('analytics.enabled', false),
  ...setCodex('web_search', 'disabled'),
  ...setCodex('project_doc_max_bytes', 0),
  ...setCodex('skills.bundled.enabled', false),
  ...setCodex('skills.include_instructions', false),
  ...turnOff(featuresOff),
];

export function turnOff(features: readonly string[]): string[] {
  return features.flatMap((name) => setCodex(`features.${name}`, false));
}

/** Where its requests go; `origin` without `/v1`. */
export function codexProvider(origin: string): string[] {
  const provider = {
    name: 'agentos',
    base_url: `${origin}/v1`,
    env_key: tokenVariable,
    wire_api: 'responses',
    // The gateway alone repeats.
    request_max_retries: 0,
    stream_max_retries: 0,
  };
  return [...setCodex('model_provider', provider.name), ...setCodex(`model_providers.${provider.name}`, provider)];
}

type Setting = string | number | boolean | readonly string[] | Readonly<Record<string, string | number>>;

export function setCodex(key: string, value: Setting): [string, string] {
  return ['--config', `${key}=${toToml(value)}`];
}

/** A JSON string is a TOML string, too, where DEL is escaped; so is a list of them. */
function toToml(value: Setting): string {
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}=${toToml(inner)}`)
    .join(',')}}`;
}
