import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { constants } from 'node:os';

/**
 * The entry of a process of its own, inside a sandbox that has its own loopback: serves a unix socket on a port there,
 * then runs a program with its own streams and environment, and ends as the program does.
 *
 * Arguments: socket, port, program, its arguments.
 */
const [socketPath = '', port = '', program = '', ...args] = process.argv.slice(2);

// A program that ends its own group must not end this with it: it may have more to do.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});

// Only the program decides how long this takes.
const server = createServer({ allowHalfOpen: true, noDelay: true }, forward).unref();
server.listen(Number(port), '127.0.0.1', run);

function forward(client: Socket): void {
  const relay = connect({ path: socketPath, allowHalfOpen: true });
  const end = () => {
    client.destroy();
    relay.destroy();
  };
  for (const socket of [client, relay]) socket.on('error', end).unref();
  client.pipe(relay).pipe(client);
}

function run(): void {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.on('error', ({ message }) => {
    throw new Error(message);
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
