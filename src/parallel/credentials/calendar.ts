import type { WireProvider } from '../../model/credential.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
let pacificHours: Intl.DateTimeFormat | null = null;

/** When a day in UTC is over: budgets are counted by it. */
export function endOfUtcDay(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs;
}

/** When a provider starts to count a day anew: Google at midnight in California, the others in UTC. */
export function endOfProviderDay(provider: WireProvider, now: number): number {
  return provider === 'google' ? endOfPacificDay(now) : endOfUtcDay(now);
}

/** The next full hour at which it is midnight there; California is always whole hours away from UTC. */
function endOfPacificDay(now: number): number {
  pacificHours ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  const nextHour = (Math.floor(now / hourMs) + 1) * hourMs;
  for (let hours = 0; hours < 26; hours += 1) {
    const at = nextHour + hours * hourMs;
    if (Number(pacificHours.format(at)) === 0) return at;
  }
  return endOfUtcDay(now);
}
