import { AgentOsError } from '../model/errors.ts';
import { quoteSafely } from '../model/text.ts';
import { type NamedSecret, OwnNeedles } from './own-needles.ts';
import { makeGuarded, type Redactor } from './redactor.ts';
import { makeSketch, type RedactionSketch } from './sketch.ts';
import { findWeakness } from './unknown-part.ts';

const saltBytes = 16;

/** All secrets that this process holds. Nothing of it can be printed: they are private fields, all the way down. */
export class SecretRegistry {
  readonly #secrets: NamedSecret[] = [];
  #redactor: Redactor | null = null;
  #sketch: RedactionSketch | null = null;

  /** The first name that a secret gets is its name. */
  register(name: string, secret: string): void {
    const weakness = findWeakness(secret);
    if (weakness !== null) {
      throw new AgentOsError('SECRET_UNSAFE', `The secret of ${quoteSafely(name)} ${weakness}: it cannot be redacted`);
    }
    if (this.#secrets.some((known) => known.secret === secret)) return;
    this.#secrets.push({ name, secret });
    this.#redactor = null;
    this.#sketch = null;
  }

  /** For this process: finds every part of twelve characters. Knows the secrets that are registered now. */
  get redactor(): Redactor {
    this.#redactor ??= makeGuarded(() => new OwnNeedles(this.#secrets));
    return this.#redactor;
  }

  /** For other processes: finds whole secrets, and tells nobody what they are. */
  get sketch(): RedactionSketch {
    this.#sketch ??= makeSketch(this.#secrets, makeSalt());
    return this.#sketch;
  }
}

/** Cryptography is loaded where it is used: most commands never do. */
function makeSalt(): Uint8Array {
  return Uint8Array.from(process.getBuiltinModule('node:crypto').randomBytes(saltBytes));
}
