import { offlineProvider } from '../offline/offline-provider.ts';
import type { Ask, AskOptions, Provider, ProviderReply } from '../provider.ts';
import type { Surroundings } from '../surroundings.ts';
import { crash } from './crash.ts';
import { findPlay, type Play, parseScript } from './script.ts';
import { makeReplyText } from './scripted-reply.ts';
import { hang, wait } from './wait.ts';

/** Plays the script at `path`, a file of the repository; see docs/scripted.md. Throws SCRIPT_INVALID. */
export function openScriptedProvider(path: string, surroundings: Surroundings): Provider {
  const script = parseScript(surroundings.readText(path), path);
  return {
    async ask(ask, options) {
      options.signal.throwIfAborted();
      const attempt = options.triesEnded + 1;
      const line = `${surroundings.taskId} ${ask.kind} ${options.occurrence} ${attempt}`;
      const play = findPlay(script, surroundings.taskId, ask.kind, options.occurrence, attempt);
      // Before the ledger tells of it: whoever reads there that it hangs may kill it at once.
      if (play?.hang === true) options.noteTry('the script says hang');
      if (script.ledger !== undefined) surroundings.appendLine(script.ledger, line);
      if (play === null) return await offlineProvider.ask(ask, options);
      await act(play, options, surroundings);
      return makeReply(play, ask, path, surroundings);
    },
  };
}

/** What happens before the reply: output, a delay, and whatever may end the worker, which is noted first. */
async function act(play: Play, { signal, noteTry }: AskOptions, { print, exit }: Surroundings): Promise<void> {
  if (play.print !== undefined) print(play.print, 'stdout');
  if (play.printError !== undefined) print(play.printError, 'stderr');
  if (play.delayMs !== undefined) await wait(play.delayMs, signal);
  if (play.crash !== undefined) {
    noteTry(`the script says crash: ${play.crash}`);
    crash(play.crash, exit);
  }
  if (play.hang === true) await hang(signal);
}

function makeReply(play: Play, ask: Ask, path: string, { readText }: Surroundings): ProviderReply {
  const usd = play.usd ?? 0;
  if (play.refuse === undefined) {
    return { kind: 'answer', text: makeReplyText(play, ask, path, readText), model: play.model ?? 'scripted', usd };
  }
  const message = play.message ?? `the script says ${play.refuse}`;
  const failure = { code: play.refuse, message };
  return { kind: 'refusal', failure, retryAfterMs: play.retryAfterMs ?? null, isFinal: false, repeats: 0, usd };
}
