import { beginsLikeKey, mayBeKey } from '../../config/credential-likeness.ts';
import { type Options, resolveOptions } from '../../config/options.ts';
import { wireProviders } from '../../model/credential.ts';
import { AgentOsError } from '../../model/errors.ts';
import { type ExitCode, exitCodes } from '../../model/exit-codes.ts';
import type { PersonsAnswer } from '../../model/persons-answer.ts';
import { quoteSafely, showSafely } from '../../model/text.ts';
import { renderResume } from '../../report/command-line.ts';
import { describeReference } from '../../secrets/describe-reference.ts';
import { saveAnswer } from '../../store/answers.ts';
import { journalPath } from '../../store/batch-folder.ts';
import { listBatches, readJournal } from '../../store/journal-reader.ts';
import { isBatchRunning, missingTask, readBatch, readIfSound } from '../batch/find-batch.ts';
import { openAnswers } from '../batch/given-answer.ts';
import { refuseOthersState } from '../batch/refuse-others-state.ts';
import { findEditedDraft } from '../batch/written-files.ts';
import type { AnswerFlags } from '../batch-flags.ts';
import { announce, type Door } from '../door.ts';
import { loadGithubToken } from '../github/load-token.ts';
import { readKeys } from '../models/prepare-models.ts';
import { placeRecord } from '../places.ts';
import { readTaskId } from '../task-id.ts';

/** Answers the question for which a task is parked; needs no lock, so that a running batch can be answered. */
export async function answerGate(
  door: Door,
  flags: AnswerFlags,
  answer: 'approve' | 'reject',
  rawId: string,
): Promise<ExitCode> {
  const { repo, config, note = null } = flags;
  refuseEmpty(note);
  refuseKey(note);
  const options = await resolveOptions({ cwd: door.cwd, repo, config, flags: new Map(), evaluate: null });
  refuseOthersState(options);
  const { baseDir } = options.settings;
  const id = readTaskId(rawId);
  const { batch, gate } = findGate(door, baseDir, id);
  if (note !== null) await knowKeys(door, options, note);
  const earlier = openAnswers(baseDir)(id, gate);
  saveAnswer({ baseDir, batch, taskId: id, gate }, door.redaction.data({ answer, note }));
  const record = readBatch(baseDir, batch);
  const edited = findEditedDraft(options.repoDir, baseDir, record, id);
  const isOpen = record.exitCode === null && record.stopping === null;
  const next =
    isOpen && isBatchRunning(options.repoDir, baseDir, batch)
      ? 'the running batch goes on with it'
      : `now \`${renderResume(placeRecord(record, flags))}\``;
  if (edited !== null) announce(door, `${id}: ${edited} is not as it was written: ${howToChange}`);
  if (earlier !== null) announce(door, `${id}: this replaces the earlier answer: ${describe(earlier)}`);
  announce(door, `${id}: ${said[answer]}; ${next}`);
  return exitCodes.done;
}

const howToChange = 'a change there changes nothing in the design; `reject` with a --note that says it does';

const said = { approve: 'approved', reject: 'rejected' } as const;

function describe({ answer, note }: PersonsAnswer): string {
  return note === null ? said[answer] : `${said[answer]}, with the note ${quoteSafely(note)}`;
}

/** Whoever gives a note wants it answered: without one, a no ends the task. */
function refuseEmpty(note: string | null): void {
  if (note === null || note.trim() !== '') return;
  throw new AgentOsError('NOTE_EMPTY', '--note is empty: say something, or leave it out; nothing was answered');
}

/** A note is kept, and shown to models and later readers. */
function refuseKey(note: string | null): void {
  if (note !== null && beginsLikeKey(note)) throw unsafe('--note has text that may be a key');
}

/** Those of variables are known already. A note is not worth running programs: what may be a key of theirs is refused. */
async function knowKeys({ redaction }: Door, { credentials: { pool }, github }: Options, note: string): Promise<void> {
  const all = wireProviders.flatMap((provider) => pool.listOf(provider));
  await readKeys(pool, all, redaction, { runsPrograms: false });
  if (github.token?.kind === 'file') await loadGithubToken(github, redaction).catch(unlessExplained);
  const named = all.map(({ credential, secret }) => ({ name: credential.name, secret }));
  const program = [...named, { name: 'GitHub', secret: github.token }].find(({ secret }) => secret?.kind === 'command');
  if (program === undefined || !mayBeKey(redaction.text(note))) return;
  const unknown = `the one that ${describeReference(program.secret)} prints for ${program.name} is not known here`;
  throw unsafe(`--note has text that may be a key, and ${unknown}`);
}

/** A token that cannot be read now is told by who needs it. */
function unlessExplained(error: unknown): void {
  if (!(error instanceof AgentOsError)) throw error;
}

function unsafe(what: string): AgentOsError {
  return new AgentOsError('NOTE_UNSAFE', showSafely(`${what}: say it without; nothing was answered`));
}

/** The last batch in which the task waits for a person; once it is decided in a later one, it waits nowhere. */
function findGate(door: Door, baseDir: string, id: string): { readonly batch: string; readonly gate: string } {
  let isKnown = false;
  for (const batch of listBatches(baseDir).reverse()) {
    const record = readIfSound(door, baseDir, batch);
    if (!record?.started?.tasks.some((task) => task.id === id)) continue;
    isKnown = true;
    const own = [...readJournal(journalPath(baseDir, batch))].filter((entry) => 'task' in entry && entry.task === id);
    const last = own.at(-1);
    if (last?.kind === 'task-parked' && last.gate !== null) return { batch, gate: last.gate };
    if (last?.kind === 'task-done' || last?.kind === 'task-rejected') break;
  }
  if (!isKnown) throw missingTask(id);
  throw new AgentOsError('TASK_NOT_WAITING', `task ${id} is not waiting for a person; \`agentos show ${id}\` says why`);
}
