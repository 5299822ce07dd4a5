import { GithubClient } from '../../github/client.ts';
import type { GithubSetup } from '../../github/setup.ts';
import { systemClock } from '../../parallel/clock.ts';
import { makeTunnelledFetch } from '../../proxies/tunnelled-fetch.ts';
import { announce, type Door } from '../door.ts';
import { proxyTo } from '../proxy-to.ts';

type Wanted = Pick<GithubSetup, 'baseUrl' | 'token' | 'memory' | 'signal'>;

/** A client on this machine's network and clock; the person is told what takes a while. */
export async function openClient(door: Door, wanted: Wanted): Promise<GithubClient> {
  const proxy = proxyTo(wanted.baseUrl);
  return await GithubClient.open({
    ...wanted,
    fetch: proxy === null ? globalThis.fetch : makeTunnelledFetch(proxy),
    clock: systemClock,
    random: Math.random,
    tell: (message) => announce(door, message),
  });
}
