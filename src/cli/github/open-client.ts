import { GithubClient } from '../../github/client.ts';
import type { GithubSetup } from '../../github/setup.ts';
import { systemClock } from '../../parallel/clock.ts';
import { announce, type Door } from '../door.ts';

type Wanted = Pick<GithubSetup, 'baseUrl' | 'token' | 'memory' | 'signal'>;

/** A client on this machine's network and clock; the person is told what takes a while. */
export async function openClient(door: Door, wanted: Wanted): Promise<GithubClient> {
  return await GithubClient.open({
    ...wanted,
    fetch: globalThis.fetch,
    clock: systemClock,
    random: Math.random,
    tell: (message) => announce(door, message),
  });
}
