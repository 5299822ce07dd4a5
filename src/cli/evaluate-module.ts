import { looksLikeKey } from '../config/credential-likeness.ts';
import { tellNamedKeys } from '../config/credential-watch.ts';
import { givenEnvironment, wholeEnvironment } from '../config/environment.ts';
import { listSecrets } from '../config/proxy-variables.ts';
import { AgentOsError } from '../model/errors.ts';
import { fieldOf } from '../model/json.ts';
import { forkWorker } from '../parallel/fork-worker.ts';
import { workerEntry } from '../parallel/worker-entry.ts';
import { type Reply, toError } from '../parallel/worker-process.ts';
import { Redaction } from '../redaction/redaction.ts';

type Child = ReturnType<typeof forkWorker>;

const heapMb = 512;
const timeLimitMs = 10_000;
const longestOutput = 64 * 1024;
/** What a module left behind may hold its output open: what it printed itself is there soon. */
const drainMs = 300;

/**
 * The user's own config is trusted like a script of theirs: it sees their environment, but has 10 seconds. What it prints
 * is told when it has ended, on stderr, without the keys that lie in the environment.
 */
export async function evaluateModule(path: string): Promise<unknown> {
  const child = forkWorker({ entry: workerEntry, environment: wholeEnvironment(), heapMb, output: 'captured' });
  const output = collect(child);
  try {
    const data = await ask(child, path);
    tellNamedKeys(fieldOf(data, 'credentials'));
    return data;
  } finally {
    child.kill('SIGKILL');
    tell(await output);
  }
}

async function ask(child: Child, path: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const fail = (why: string) => reject(new AgentOsError('CONFIG_INVALID', `${path}: ${why}`));
  const timer = setTimeout(() => fail(`took longer than ${timeLimitMs / 1000} s and was stopped`), timeLimitMs);
  child.on('message', (message: Reply<unknown> | object) => {
    if (!('ok' in message)) return;
    if (message.ok) resolve(message.answer);
    else reject(toError(message));
  });
  child.on('error', (error) => fail(`its worker could not start: ${error.message}`));
  child.on('exit', (code, signal) => fail(`its worker ended unexpectedly (${signal ?? `exit code ${code}`})`));
  // Without descriptors a fork has no channel: its error event tells why.
  child.send?.({ kind: 'evaluate-config', path }, () => {});
  return await promise.finally(() => clearTimeout(timer));
}

/** All that it prints, up to a length, when it is over. */
async function collect(child: Child): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      if (size < longestOutput) chunks.push(chunk);
      size += chunk.length;
    });
  }
  await new Promise<void>((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
    child.on('exit', () => setTimeout(resolve, drainMs).unref());
  });
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return Buffer.concat(chunks).toString('utf8').slice(0, longestOutput);
}

function tell(text: string): void {
  if (text !== '') process.stderr.write(redactByEnvironment(text));
}

/** Which variables hold keys is only known when a config was read: here all count that may. */
function redactByEnvironment(text: string) {
  const redaction = new Redaction();
  for (const [name, value = ''] of Object.entries(givenEnvironment())) {
    if (!/key|token|secret|passw|auth|credential|proxy/i.test(name) && !looksLikeKey(value)) continue;
    for (const secret of listSecrets(name, value)) redaction.know(name, secret);
  }
  return redaction.text(text.endsWith('\n') ? text : `${text}\n`);
}
