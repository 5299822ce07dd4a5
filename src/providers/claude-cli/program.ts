import type { CliProgram } from '../agent-cli/agent-cli.ts';

export const claudeProgram: CliProgram = {
  scheme: 'claude-cli',
  program: 'claude',
  advice: 'npm install --global @anthropic-ai/claude-code',
  provider: 'anthropic',
  streamEnd: /"type": ?"message_stop"/,
};
