import { randomBytes } from 'node:crypto';
import { programEnvironment } from '../config/environment.ts';
import type { ProgramHouse } from '../providers/surroundings.ts';
import { openAgentHome } from '../store/agent-home.ts';
import type { Machine } from '../workflows/asking.ts';
import type { RunPlace } from './task-order.ts';

/** How programs run for a task: each has folders of its own below the batch's state. */
export function makePrograms({ taskId, repoDir, batchDir }: RunPlace): ProgramHouse {
  return {
    environment: programEnvironment(),
    repoDir,
    openHome: () => openAgentHome(batchDir, `${taskId}-${randomBytes(6).toString('hex')}`),
  };
}

/** What providers may do. */
export function makeMachine(place: RunPlace): Machine {
  return {
    programs: makePrograms(place),
    print: (text, stream) => void process[stream].write(text),
    exit: (code) => process.exit(code),
  };
}
