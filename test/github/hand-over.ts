import { followPullRequests } from '../../src/cli/github/pull-requests.ts';
import type { BatchEvent } from '../../src/model/event.ts';
import { Redaction } from '../../src/redaction/redaction.ts';
import { recordBatch } from './pulled-task.ts';

/** What a process of ours does at the end of a batch. */
export async function handOver(repoDir: string, origin: string, ends: readonly BatchEvent[], isStopped = false) {
  const said: string[] = [];
  const sink = { write: (text: string) => said.push(text) };
  const door = { cwd: repoDir, stdout: sink, stderr: sink, redaction: new Redaction() };
  const settings = { source: 'github:octo/demo', labels: null, milestone: null, comment: 'no' } as const;
  const follower = await followPullRequests(
    {
      repoDir,
      github: { baseUrl: origin, token: { kind: 'file', path: `${repoDir}/.agentos/token` } },
      settings: { ...settings, baseDir: `${repoDir}/.agentos`, maxInputBytes: 1_000_000, pullRequests: 'yes' },
    },
    door,
  );
  const record = recordBatch(repoDir, ends);
  follower.begin([record]);
  return { lines: await follower.finish(isStopped, record), isBehind: follower.isBehind, said };
}

const [repoDir, origin, ends] = process.argv.slice(2);
if (ends !== undefined && repoDir !== undefined && origin !== undefined)
  await handOver(repoDir, origin, JSON.parse(ends));
