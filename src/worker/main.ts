import { AgentOsError } from '../model/errors.ts';
import { defectCode, type Reply } from '../parallel/worker-process.ts';
import { answerQuestion } from './answer.ts';
import type { Question } from './protocol.ts';

process.on('disconnect', () => process.exit());

process.on('message', async (question: Question) => {
  process.send?.(await reply(question));
});

/** What we can explain is an answer; a defect is one too, so that the coordinator can say where it was. */
async function reply(question: Question): Promise<Reply<unknown>> {
  try {
    return { ok: true, answer: await answerQuestion(question) };
  } catch (error) {
    if (error instanceof AgentOsError) return { ok: false, code: error.code, message: error.message };
    return {
      ok: false,
      code: defectCode,
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}
