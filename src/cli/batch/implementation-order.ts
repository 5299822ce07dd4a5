import { hash } from 'node:crypto';
import type { SettingValues } from '../../config/settings.ts';
import { AgentOsError } from '../../model/errors.ts';
import type { WorkflowTask } from '../../model/task.ts';
import type { BuildSettings, ImplementationOrder } from '../../workflows/implementation/order.ts';
import { codePromptVersions } from '../../workflows/implementation/prompts/versions.ts';
import { loginFolderOf } from './login-folder.ts';
import type { OrderSetup } from './order-setup.ts';
import { worktreesDirOf } from './worktrees-dir.ts';

/** Steps of another version of the workflow mean something else. */
const workflowVersion = 2;

export function makeImplementationOrder(setup: OrderSetup, task: WorkflowTask): ImplementationOrder {
  const { repoDir, roots, settings, mayDiffer, gateway } = setup;
  const { reviewer, gate, maxIterations, maxInputBytes, acceptOffline } = settings;
  // Whoever asks for a task by force takes its design as it is.
  const isForced = task.reason === 'requested';
  return {
    task,
    repoDir,
    roots,
    maxInputBytes,
    agent: agentOf(settings),
    reviewer,
    gateway,
    gate,
    maxIterations,
    mayDiffer: mayDiffer.has(task.id),
    isForced,
    acceptsOffline: acceptOffline === 'yes' || isForced,
    worktreesDir: worktreesDirOf(settings),
    building: makeBuildSettings(settings),
  };
}

/** Throws AGENT_MISSING: it was asked for at the door. */
function agentOf({ agent }: SettingValues): string {
  if (agent === null) throw new AgentOsError('AGENT_MISSING', 'nobody was chosen to write the code (--agent)');
  return agent;
}

function makeBuildSettings(settings: SettingValues): BuildSettings {
  const { testCommand, setUpCommand, sandbox, sandboxNetwork, agentAuth, agentTurns } = settings;
  return {
    testCommand: testCommand === '' ? null : testCommand,
    setUpCommand,
    sandbox,
    sandboxNetwork,
    isStrict: settings.strict === 'yes',
    leastCoverage: settings.coverage,
    agentAuth,
    agentLoginDir: loginFolderOf(settings),
    agentTurns,
    agentMs: settings.agentTimeoutSeconds * 1000,
    agentIdleMs: settings.agentIdleSeconds * 1000,
    testMs: settings.testTimeoutSeconds * 1000,
  };
}

/** Finished steps hold only for the same design, the same roles, the same prompts and the same commands. */
export function fingerprintImplementation({ workflow, inputSha256 }: WorkflowTask, settings: SettingValues): string {
  const { agent, reviewer, testCommand, setUpCommand } = settings;
  const facts = [
    workflowVersion,
    codePromptVersions,
    workflow,
    inputSha256,
    agent,
    reviewer,
    testCommand,
    setUpCommand,
  ];
  return hash('sha256', JSON.stringify(facts), 'hex');
}
