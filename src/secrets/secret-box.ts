import { inspect } from 'node:util';

/** A secret that nothing shows by accident: as text, as JSON and on inspection it is the name of its credential. */
export class SecretBox {
  readonly name: string;
  readonly #secret: string;

  constructor(name: string, secret: string) {
    this.name = name;
    this.#secret = secret;
  }

  /** The secret itself, for whoever is about to send it. */
  open(): string {
    return this.#secret;
  }

  toString(): string {
    return `cred:${this.name}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}
