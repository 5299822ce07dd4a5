import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { projectDir } from '../workspace.ts';

/** The agents that are tested, each pinned: npm would pick another version for another Node, and say nothing. */
const agents = [
  { program: 'claude', package: '@anthropic-ai/claude-code', version: '2.1.325' },
  { program: 'codex', package: '@openai/codex', version: '0.166.0' },
];

/** Ignores itself; 800 MB. */
export const agentsDir = join(projectDir, '.agents-under-test');
export const agentsBin = join(agentsDir, 'node_modules', '.bin');

/** Installs what is not there yet. Throws if what is there afterwards is not what was wanted. */
export function installAgents(say: (line: string) => void): void {
  mkdirSync(agentsDir, { recursive: true });
  writeFileSync(join(agentsDir, '.gitignore'), '*\n');
  writeFileSync(join(agentsDir, 'package.json'), '{ "private": true }\n');
  if (findWrong().length > 0) install(say);
  const wrong = findWrong();
  if (wrong.length > 0) throw new Error(`not installed: ${wrong.join(', ')}`);
}

function install(say: (line: string) => void): void {
  const specs = agents.map((agent) => `${agent.package}@${agent.version}`);
  say(`Installing ${specs.join(' and ')} from the registry…`);
  const args = ['install', '--prefix', agentsDir, '--no-audit', '--no-fund', '--no-package-lock', ...specs];
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', cwd: agentsDir });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}\n${stderr}`);
}

function findWrong(): string[] {
  const env = { PATH: [agentsBin, process.env['PATH']].join(delimiter), HOME: agentsDir };
  return agents.flatMap(({ program, version }) => {
    const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', env });
    return (stdout ?? '').includes(version) ? [] : [`${program} ${version} (found: ${stdout?.trim() || 'none'})`];
  });
}
