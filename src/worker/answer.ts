import { AgentOsError } from '../model/errors.ts';
import { defectCode, type Reply } from '../parallel/worker-process.ts';
import type { Question } from './protocol.ts';

/** What we can explain is an answer; a defect is one too, so that the coordinator can say where it was. */
export async function replyTo(question: Question): Promise<Reply<unknown>> {
  try {
    return { ok: true, answer: await answerQuestion(question) };
  } catch (error) {
    if (error instanceof AgentOsError) return { ok: false, code: error.code, message: error.message };
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, code: defectCode, message };
  }
}

/** Each kind of work is loaded when it is asked for: a worker is ready before any parser is. */
async function answerQuestion(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'evaluate-config': {
      const { evaluateConfig } = await import('./evaluate-config.ts');
      return await evaluateConfig(question.path);
    }
    case 'read-brief': {
      const { readBrief } = await import('./read-brief.ts');
      return readBrief(question.text);
    }
    case 'lint': {
      const { lintFile } = await import('./lint-file.ts');
      return lintFile(question.text, question.fileName, question.repoDir);
    }
  }
}
