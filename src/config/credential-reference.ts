import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SecretCommand, SecretReference } from '../model/secret-reference.ts';
import { mayBeKey } from './credential-likeness.ts';
import { isKeyVariable, isOrdinaryVariable } from './credential-names.ts';
import { splitWords } from './credential-words.ts';

export interface ReferencePlace {
  /** Paths and programs are seen from here. */
  readonly folder: string;
  /** What `~/` stands for. */
  readonly home: string | null;
  hasVariable(name: string): boolean;
}

/** `env:NAME`, `file:PATH` or `cmd:PROGRAM ARGS`; null for everything else, which may be a key. */
export function parseSecretReference(text: string, place: ReferencePlace): SecretReference | null {
  const rest = text.slice(text.indexOf(':') + 1);
  if (/[\0\r\n]/.test(text) || rest.trim() === '') return null;
  if (text.startsWith('env:')) return isKeyVariable(rest) ? { kind: 'variable', variable: rest, part: null } : null;
  if (text.startsWith('file:')) return { kind: 'file', path: resolve(place.folder, expandHome(rest, place.home)) };
  if (text.startsWith('cmd:')) return parseCommand(rest, place.folder);
  return null;
}

/** What is wrong with a reference that has its form; null for what has not, which may be a key. It is never shown. */
export function explainReference(text: string): string | null {
  const rest = text.slice(text.indexOf(':') + 1);
  if (mayBeKey(text)) return null;
  if (text.startsWith('env:') && isOrdinaryVariable(rest)) return 'names a variable that holds no key on any machine';
  if (text.startsWith('env:') && isKeyVariable(rest.toUpperCase()))
    return 'must name a variable by capitals, digits and _, such as "env:MY_KEY"; a key itself never stands here';
  if (text.startsWith('cmd:') && splitWords(rest) === null) return 'has a quote or a backslash that is left open';
  return null;
}

/** Whether it leads to nothing. Of a program that is found by its name alone nobody knows. */
export function isNothing(reference: SecretReference, { hasVariable }: ReferencePlace): boolean {
  if (reference.kind === 'variable') return !hasVariable(reference.variable);
  return reference.kind === 'command' || !existsSync(reference.path);
}

function parseCommand(text: string, folder: string): SecretCommand | null {
  const [program, ...args] = splitWords(text) ?? [];
  return program === undefined || program === '' ? null : { kind: 'command', program, args, folder };
}

function expandHome(path: string, home: string | null): string {
  return path.startsWith('~/') && home !== null ? resolve(home, path.slice(2)) : path;
}
