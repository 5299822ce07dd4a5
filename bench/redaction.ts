import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Redactor } from '../src/redaction/redactor.ts';
import { SecretRegistry } from '../src/redaction/registry.ts';
import type { Measurement } from './measurement.ts';
import { interleavedMedians } from './median.ts';

const secretCount = 20;
const chunkBytes = 64 * 1024;
const logLines = 200_000;
const sourceBytes = 50_000_000;
const rounds = 9;
const leastMbPerSecond = 60;
const projectDir = fileURLToPath(new URL('..', import.meta.url));

/** Ordinary log text through a stream redactor that knows twenty secrets; and how often it errs in source code. */
export const redaction: Measurement = {
  name: 'redaction',
  measure() {
    const secrets = Array.from({ length: secretCount }, (_, at) => makeSecret(at));
    const { redactor } = registerAll(secrets);
    const log = makeLog();
    const medians = interleavedMedians(rounds, {
      oursMbPerSecond: () => measureSpeed(log, () => void redactStream(redactor, log)),
      copyMbPerSecond: () => measureSpeed(log, () => void copyStream(log)),
      replaceAllMbPerSecond: () => measureSpeed(log, () => void replaceStream(log, secrets)),
    });
    const source = readSource();
    const falseMasks = countMasks(redactStream(redactor, source));
    return {
      what: `redaction of logs, ${secretCount} secrets: ${leastMbPerSecond} MB/s ÷ ours`,
      measured: leastMbPerSecond / medians.oursMbPerSecond,
      limit: 1,
      unit: '×',
      trouble: falseMasks === 0 ? null : `${falseMasks} parts of source code were taken for secrets`,
      raw: { ...medians, sourceMb: source.length / 1e6, falseMasks },
    };
  },
};

function registerAll(secrets: readonly string[]): SecretRegistry {
  const registry = new SecretRegistry();
  for (const [at, secret] of secrets.entries()) registry.register(`key-${at}`, secret);
  return registry;
}

/** Made up, and long as real ones are. */
function makeSecret(at: number): string {
  const heads = ['sk-ant-api03-', 'sk-proj-', 'AIzaSy', 'gsk_'];
  const lengths = [95, 120, 33, 52];
  const drawn = Array.from({ length: 3 }, (_, round) => hash('sha256', `${at} ${round}`, 'base64url')).join('');
  return `${heads[at % 4]}${drawn.slice(0, lengths[at % 4])}`;
}

/** Lines as programs write them: times, names, paths, some JSON and some colour. */
function makeLog(): Buffer {
  const words =
    'worker task finished in ms with status ok retry src/parallel/worker-pool.ts GET /v1/models cache hit'.split(' ');
  const lines = Array.from({ length: logLines }, (_, at) => {
    const said = Array.from({ length: 8 }, (__, word) => words[(at * 7 + word * word * (at % 11)) % words.length]).join(
      ' ',
    );
    const time = `2026-11-16T05:${String(at % 60).padStart(2, '0')}:07.${at % 1000}Z`;
    if (at % 20 === 0) return `${time} {"level":"info","id":"${hash('md5', String(at))}","msg":"said \\"${said}\\""}`;
    return at % 25 === 0 ? `\u001b[32m${time}\u001b[0m ${said}` : `${time} INFO [task-${at % 97}] ${said}`;
  });
  return Buffer.from(`${lines.join('\n')}\n`);
}

function readSource(): Buffer {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const entry of globSync(`${projectDir}/node_modules/**/*.{js,mjs,cjs,ts,mts,md,json,map}`, {
    withFileTypes: true,
  })) {
    if (bytes >= sourceBytes) break;
    if (!entry.isFile()) continue;
    const part = readFileSync(join(entry.parentPath, entry.name));
    parts.push(part);
    bytes += part.length;
  }
  return Buffer.concat(parts);
}

/** By the time that this process worked: others on the machine do not count. */
function measureSpeed(bytes: Buffer, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return bytes.length / (user + system);
}

function redactStream(redactor: Redactor, bytes: Buffer): Uint8Array[] {
  const stream = redactor.openStream();
  const parts = cut(bytes).map((chunk) => stream.push(chunk));
  return [...parts, stream.end()];
}

function copyStream(bytes: Buffer): Buffer[] {
  return cut(bytes).map((chunk) => Buffer.from(chunk));
}

/** What one would write first: finds plain secrets that are not cut in two. */
function replaceStream(bytes: Buffer, secrets: readonly string[]): Buffer[] {
  return cut(bytes).map((chunk) => {
    let text = chunk.toString('latin1');
    for (const secret of secrets) text = text.replaceAll(secret, '[redacted]');
    return Buffer.from(text, 'latin1');
  });
}

function cut(bytes: Buffer): Buffer[] {
  const count = Math.ceil(bytes.length / chunkBytes);
  return Array.from({ length: count }, (_, at) => bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes));
}

function countMasks(parts: readonly Uint8Array[]): number {
  return Buffer.concat(parts).toString('latin1').split('[redacted:key-').length - 1;
}
