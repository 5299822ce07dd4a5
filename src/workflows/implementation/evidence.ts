import type { PersonsAnswer } from '../../model/persons-answer.ts';
import type { TaskReceipt } from '../../model/task-receipt.ts';
import type { ChangedFile } from '../../worktrees/diff-listing.ts';
import type { AnnouncedFile } from './gates/gate-input.ts';

/** How one command went that we ran ourselves. Paths are relative to the repository. */
export interface CommandRecord {
  readonly step: string;
  readonly argv: readonly string[];
  readonly folder: string;
  /** The commit whose files it ran on. */
  readonly commit: string;
  /** `exit 1`, `killed by SIGKILL`, `stopped: wall`. */
  readonly end: string;
  readonly ms: number;
  /** Where its whole output is kept, and the hash of that. */
  readonly outputPath: string;
  readonly outputSha256: string;
  readonly outputBytes: number;
}

export type GateName =
  /** New tests pass with the change, and fail without it. */
  'proof' | 'suite' | 'scope' | 'stubs' | 'tests' | 'coverage' | 'secrets' | 'sensitive' | 'content';

/** What a gate measured. `unmeasured` is never a pass, and says why in its findings; only coverage may be. */
export interface GateResult {
  readonly gate: GateName;
  readonly state: 'passed' | 'failed' | 'warned' | 'unmeasured';
  /** One line in words, with the figure. */
  readonly summary: string;
  readonly findings: readonly string[];
}

/** A test that proves a scenario. */
export interface ProvingTest {
  readonly name: string;
  readonly file: string;
  /** How it failed before there was code: `assertion`, `missing`. */
  readonly red: string;
  /** How it failed when the change was taken away again. */
  readonly without: string;
  readonly isGreen: boolean;
}

export interface ProvedScenario {
  readonly id: string;
  readonly text: string;
  /** Only a person can try it out: it has no tests. */
  readonly isManual: boolean;
  readonly requirements: readonly number[];
  readonly tests: readonly ProvingTest[];
}

export interface CodeReview {
  readonly round: number;
  readonly reviewer: string;
  readonly model: string;
  readonly callId: string;
  readonly verdict: string;
  readonly summary: string;
  readonly findings: readonly string[];
  /** The commit that was reviewed. */
  readonly commit: string;
  /** What a person said to it, where one was asked. */
  readonly person?: PersonsAnswer;
}

/** All that "done" rests on, bound to one commit: `evidence.json`. */
export interface Evidence {
  readonly schemaVersion: 1;
  readonly task: { readonly id: string; readonly title: string };
  readonly lld: {
    readonly path: string;
    readonly sha256: string;
    /** The same bytes in the commit that is handed over; null if they are not in it. */
    readonly branchPath: string | null;
    readonly issueSha256: string | null;
    readonly reviewer: string | null;
    readonly callId: string | null;
    readonly isForced: boolean;
    readonly isOffline: boolean;
  };
  /** An ISO time: when the task began. */
  readonly startedAt: string;
  /** What its tests are run by, and where that lies. */
  readonly framework: { readonly kind: string; readonly folder: string; readonly version: string | null };
  readonly agent: {
    readonly spec: string;
    readonly models: readonly string[];
    /** Its programs with their versions, as they called themselves; none where nobody saw that. */
    readonly programs: readonly string[];
  };
  /** What we ran with ourselves. */
  readonly tools: { readonly agentos: string; readonly node: string; readonly git: string | null };
  readonly platform: { readonly os: string; readonly release: string; readonly arch: string };
  readonly sandbox: { readonly level: string; readonly network: string; readonly reason: string | null };
  readonly branch: string;
  readonly base: string;
  /** What was tested and reviewed; the commit that is handed over has the same files, and the reports. */
  readonly tested: { readonly commit: string; readonly tree: string };
  readonly commit: string;
  readonly tree: string;
  readonly requirements: readonly { readonly number: number; readonly text: string }[];
  readonly scenarios: readonly ProvedScenario[];
  readonly changed: readonly {
    readonly path: string;
    readonly change: string;
    readonly announced: string | null;
    readonly added: number | null;
    readonly removed: number | null;
  }[];
  readonly gates: readonly GateResult[];
  /** What persons said of the tests before there was code, where they were asked. */
  readonly draftGate?: readonly PersonsAnswer[];
  readonly reviews: readonly CodeReview[];
  readonly commands: readonly CommandRecord[];
  readonly rounds: number;
  /** What the task took in this batch, until its commit; null where nobody counts. */
  readonly receipt: TaskReceipt | null;
}

/** All that is known before the commit is made: its reports are part of it, and cannot name it. */
export type EvidenceFacts = Omit<Evidence, 'schemaVersion' | 'commit' | 'tree'>;

export function makeEvidence(facts: EvidenceFacts, handedOver: Pick<Evidence, 'commit' | 'tree'>): Evidence {
  const { task, lld, startedAt, framework, agent, tools, platform, sandbox, branch, base, tested, ...measured } = facts;
  const { commit, tree } = handedOver;
  const place = { branch, base, tested, commit, tree };
  const means = { framework, agent, tools, platform, sandbox };
  return { schemaVersion: 1, task, lld, startedAt, ...means, ...place, ...measured };
}

/** Each changed file beside what the design says of it. */
export function listChangedFiles(
  files: readonly ChangedFile[],
  announced: readonly AnnouncedFile[],
): Evidence['changed'] {
  const plans = new Map(announced.map((file) => [file.path, file.change]));
  return files.map(({ path, change, isBinary, addedLines, removedLines }) => ({
    path,
    change,
    announced: plans.get(path) ?? null,
    added: isBinary ? null : addedLines,
    removed: isBinary ? null : removedLines,
  }));
}
