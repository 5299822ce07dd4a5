import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { BodyRoom } from './body-room.ts';
import { Receipts } from './receipts.ts';
import type { TaskGrant } from './setup.ts';

/** Whoever came with a valid token. */
export interface TokenHolder {
  readonly grant: TaskGrant;
  readonly receipts: Receipts;
  readonly bodies: BodyRoom;
  /** Aborted when the token is revoked: what is under way ends with it. */
  readonly signal: AbortSignal;
}

interface Entry {
  readonly digest: Buffer;
  readonly holder: TokenHolder;
  readonly controller: AbortController;
}

/** The tokens that are valid now. Only their digests are kept. */
export class TaskTokens {
  readonly #entries = new Map<string, Entry>();
  readonly #maxWaitingBytes: number;

  constructor(maxWaitingBytes: number) {
    this.#maxWaitingBytes = maxWaitingBytes;
  }

  issue(grant: TaskGrant): string {
    const token = `agentos-${randomBytes(32).toString('base64url')}`;
    const digest = digestOf(token);
    const controller = new AbortController();
    const bodies = new BodyRoom(this.#maxWaitingBytes);
    const holder = { grant, receipts: new Receipts(), bodies, signal: controller.signal };
    this.#entries.set(digest.toString('hex'), { digest, holder, controller });
    return token;
  }

  revoke(token: string): void {
    const key = digestOf(token).toString('hex');
    this.#entries.get(key)?.controller.abort(new Error('The token was revoked'));
    this.#entries.delete(key);
  }

  /** By the header that the provider's own clients put their key into; null if there is no valid token. */
  findHolder(headers: IncomingHttpHeaders): TokenHolder | null {
    for (const token of presentedTokens(headers)) {
      const digest = digestOf(token);
      const entry = this.#entries.get(digest.toString('hex'));
      if (entry !== undefined && timingSafeEqual(entry.digest, digest)) return entry.holder;
    }
    return null;
  }
}

function presentedTokens(headers: IncomingHttpHeaders): string[] {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return [headers['x-api-key'], bearer, headers['x-goog-api-key']].filter((token) => typeof token === 'string');
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
