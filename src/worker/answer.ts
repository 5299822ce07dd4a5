import type { Question } from './protocol.ts';

/** Each kind of work is loaded when it is asked for: a worker is ready before any parser is. */
export async function answerQuestion(question: Question): Promise<unknown> {
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
