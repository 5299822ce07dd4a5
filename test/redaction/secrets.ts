import { hash } from 'node:crypto';
import { SecretRegistry } from '../../src/redaction/registry.ts';

/** Characters that look drawn, and are the same in every run; nobody's key. */
export function drawCharacters(seed: string, count: number): string {
  let text = '';
  for (let round = 0; text.length < count; round += 1) text += hash('sha256', `${seed} ${round}`, 'base64url');
  return text.slice(0, count);
}

/** Four secrets of different shape, made up here. */
export const secrets: Readonly<Record<string, string>> = {
  anthropic: `sk-ant-api03-${drawCharacters('anthropic', 43)}AA`,
  openai: `sk-proj-${drawCharacters('openai', 28)}T3BlbkFJ${drawCharacters('more', 24)}`,
  google: `AIzaSy${drawCharacters('google', 33)}`,
  odd: makeOdd(),
};

/** A token with all that is special somewhere. */
function makeOdd(): string {
  const drawn = drawCharacters('odd', 60);
  const specials = ['"', '\\', '<', '&', '%', "'", '/', '+', '=', '>', '$', '#', '\\\\', '%41', '&lt;', '*', '.', '{'];
  return specials.map((special, at) => drawn.slice(at * 3, at * 3 + 3) + special).join('');
}

/** These secrets under their names, or others. */
export function makeRegistry(named: Readonly<Record<string, string>> = secrets): SecretRegistry {
  const registry = new SecretRegistry();
  for (const [name, secret] of Object.entries(named)) registry.register(name, secret);
  return registry;
}
