import type { ServiceTimes } from './setup.ts';

/** Numbers from 0 to 1 that look random and are the same for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for each name, so that what one scope does moves no other. */
export function seedFor(seed: number, name: string): number {
  return [...name].reduce((hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619), seed | 1);
}

/** So many service times, drawn before anything starts: a bound can be computed from them. */
export function drawServiceTimes(seed: number, count: number, service: { ms: number; spread: number }): number[] {
  const draw = makeServiceTimes(service, makeRandom(seed));
  return Array.from({ length: count }, draw);
}

/** The time of the next call that is admitted. */
export function makeServiceTimes(service: ServiceTimes, random: () => number): () => number {
  if (!isList(service)) return () => service.ms * Math.exp(service.spread * drawNormal(random));
  let next = 0;
  return () => service[next++ % service.length] ?? 0;
}

/** `Array.isArray` does not know lists that cannot be written to. */
function isList(service: ServiceTimes): service is readonly number[] {
  return Array.isArray(service);
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
