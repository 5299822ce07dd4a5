import { hash } from 'node:crypto';
import { makeContext } from '../engines/workflow-context.ts';
import type { RepositoryReader } from '../model/repository-reader.ts';
import type { WorkflowTask } from '../model/task.ts';
import { sanitizeTaskId } from '../parallel/input-sanitizer.ts';
import { collectReply } from '../providers/ai-sdk/collect-reply.ts';
import type { Prompt } from '../providers/prompt.ts';
import { Redaction } from '../redaction/redaction.ts';
import { anthropic } from '../simulator/wire/anthropic.ts';
import { gemini } from '../simulator/wire/gemini.ts';
import type { Personality } from '../simulator/wire/personality.ts';
import { readFileBytes } from '../store/text-file.ts';
import { surveyRepository } from '../survey/survey.ts';
import { runRequirements } from '../workflows/requirements/workflow.ts';

/**
 * Does once what a worker does for a task, within this process: the build keeps what Node compiles of it, and each new
 * worker finds it. `repoDir` is an example, `issuePath` one of its issues; nothing is written.
 */
export async function rehearse(repoDir: string, issuePath: string): Promise<void> {
  const issue = readFileBytes(`${repoDir}/${issuePath}`, 1024 * 1024);
  const redaction = rehearseRedaction();
  const text = await rehearseWorkflow(repoDir, issuePath, hash('sha256', issue, 'hex'), redaction);
  await surveyRepository(memoryReader(text), { title: 'Rehearse', text: issue.toString() });
  await rehearseModel('anthropic', anthropic, text);
  await rehearseModel('google', gemini, text);
}

function rehearseRedaction(): Redaction {
  const told = new Redaction();
  told.register('rehearsal', hash('sha256', 'a key that nobody has', 'base64url'));
  return new Redaction(told.sketch);
}

async function rehearseWorkflow(
  repoDir: string,
  inputPath: string,
  inputSha256: string,
  redaction: Redaction,
): Promise<string> {
  const task: WorkflowTask = {
    id: sanitizeTaskId('1'),
    workflow: 'requirements',
    title: 'Rehearse',
    reason: 'new',
    inputPath,
    inputSha256,
    outputPath: 'docs/lld/active/LLD-1.md',
    estimate: { seconds: null, usd: null },
    conflictsWith: [],
  };
  const end = await runRequirements(makeMemoryContext(redaction), {
    task,
    repoDir,
    roots: [repoDir],
    maxInputBytes: 1024 * 1024,
    drafter: 'offline:',
    reviewer: 'offline:',
    gateway: null,
    gate: 'none',
    maxIterations: 1,
    earlierRounds: 0,
    mayDiffer: false,
  });
  return end.kind === 'done' ? String(end.results[0]?.content) : '';
}

function makeMemoryContext(redaction: Redaction) {
  const durable = {
    runId: 'rehearsal',
    async memo<T>(_key: string, run: (keep: () => void) => Promise<{ readonly value: T }>): Promise<T> {
      const { value } = await run(() => {});
      return redaction.data(value);
    },
    sleepUntil: async () => {},
    waitSignal: () => Promise.reject(new Error('nobody is asked')),
    child: () => Promise.reject(new Error('there is none')),
  };
  return makeContext(durable, {
    taskId: '1',
    signal: new AbortController().signal,
    maxRetries: 0,
    now: Date.now,
    log: () => {},
    publish: async () => {},
    backoffMs: () => 0,
    permitCall: async () => {},
  });
}

/** A module and a document. */
function memoryReader(document: string): RepositoryReader {
  const files = new Map<string, string>([
    ['README.md', document],
    ['package.json', '{ "name": "rehearsal", "scripts": { "test": "node --test" } }'],
    [
      'src/shelf.ts',
      'export interface Book { readonly title: string }\nexport class Shelf {\n  add(book: Book): void {}\n}\n',
    ],
    ['test/shelf.test.ts', "import { test } from 'node:test';\ntest('a book is added', () => {});\n"],
  ]);
  const read = (path: string) => files.get(path) ?? null;
  return {
    paths: [...files.keys()].sort(),
    sizeOf: (path) => read(path)?.length ?? 0,
    read,
    readAll: (paths) => new Map(paths.map((path) => [path, read(path)])),
  };
}

const prompt: Prompt = {
  version: 'rehearsal',
  system: 'You rehearse.',
  context: ['The context.'],
  question: 'What is said?',
  format: { name: 'reply', schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } },
  isRepeated: true,
};

/** A reply as it comes, without a network. */
async function rehearseModel(provider: 'anthropic' | 'google', personality: Personality, text: string): Promise<void> {
  const { loadModel, openStream } = await import('../providers/ai-sdk/sdk.ts');
  const said = {
    id: '1',
    createdAt: 0,
    model: 'rehearsal',
    text: JSON.stringify({ text }),
    toolName: null,
    isFreeform: false,
    isCutShort: false,
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  };
  const reply = personality.renderEvents(said).join('');
  const fetch = async () => new Response(reply, { headers: { 'content-type': 'text/event-stream' } });
  const model = await loadModel(provider, 'rehearsal', { origin: 'http://127.0.0.1', token: 'none', fetch });
  const open = (signal: AbortSignal) => openStream({ model, prompt, maxOutputTokens: 1000 }, signal);
  await collectReply(open, 10_000_000, new AbortController().signal);
}
