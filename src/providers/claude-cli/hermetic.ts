/** Nothing of the machine's or the repository's: no settings, hooks, servers, commands or memory, and none is left. */
export const claudeIsolation: readonly string[] = [
  ...['--setting-sources', '', '--strict-mcp-config', '--disable-slash-commands'],
  ...['--restricted', '--no-session-persistence'],
];

export const claudeEnvironment: Readonly<Record<string, string>> = {
  // The gateway alone repeats.
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
  CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  // It would be another one for every prompt, before all that a cache could keep.
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
};
