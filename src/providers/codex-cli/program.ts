import type { CliProgram } from '../agent-cli/agent-cli.ts';

export const codexProgram: CliProgram = {
  scheme: 'codex-cli',
  program: 'codex',
  advice: 'npm install --global @openai/codex',
  provider: 'openai',
  streamEnd: /"type": ?"response\.(completed|incomplete|failed)"/,
};
