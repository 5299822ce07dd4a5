import { inspect } from 'node:util';
import type { SecretBox } from './secret-box.ts';

/** Whoever keeps secrets out of what is written. */
interface SecretRegistry {
  register(name: string, secret: string): void;
}

/** The secrets of a batch by the names of their credentials. */
export class SecretVault {
  readonly #boxes: ReadonlyMap<string, SecretBox | null>;

  /** Null for a credential that needs no secret. */
  constructor(boxes: ReadonlyMap<string, SecretBox | null>) {
    this.#boxes = new Map(boxes);
  }

  get names(): readonly string[] {
    return [...this.#boxes.keys()];
  }

  /** The secret itself, for whoever is about to send it; '' for a server that wants none. */
  open(name: string): string {
    const box = this.#boxes.get(name);
    if (box === undefined) throw new Error(`there is no secret of ${name}`);
    return box?.open() ?? '';
  }

  registerAll(registry: SecretRegistry): void {
    for (const box of this.#boxes.values()) if (box !== null) registry.register(box.name, box.open());
  }

  toJSON(): readonly string[] {
    return this.names;
  }

  [inspect.custom](): string {
    return `secrets of ${this.names.join(', ')}`;
  }
}
