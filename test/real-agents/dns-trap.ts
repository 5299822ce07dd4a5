import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Hears who asks for the address of a host, and answers nobody. */
export class DnsTrap implements Disposable {
  readonly #socket = createSocket('udp4');
  /** The names that were asked for. */
  readonly names: string[] = [];

  static async open(): Promise<DnsTrap> {
    const trap = new DnsTrap();
    trap.#socket.on('message', (query) => trap.names.push(readName(query)));
    trap.#socket.bind(53, '127.0.0.1');
    await once(trap.#socket, 'listening');
    return trap;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

/** The first question's name: labels with their lengths before them, after twelve bytes. */
function readName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; ; ) {
    const length = query[at] ?? 0;
    if (length === 0) return labels.join('.');
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
}
